"""The desktop: the window, the UI kit, and the scenes a person sees and clicks."""

import os

# pygame greets on the terminal unless this is set before its first import.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
