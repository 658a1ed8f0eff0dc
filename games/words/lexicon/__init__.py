"""What words are: read from the seeds, cut out of a text, mended where they are misspelt."""
