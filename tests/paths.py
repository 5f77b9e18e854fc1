"""Where tests find the checkout and the shipped samples."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples" / "cards"
