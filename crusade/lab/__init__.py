"""Checking and measuring: scenarios, simulations, benchmarks, counts of positions."""
