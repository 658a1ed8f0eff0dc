"""CuBirds."""
