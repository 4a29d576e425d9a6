"""River World: so far its land, so that its boards can be read and checked."""
