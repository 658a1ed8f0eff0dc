"""FIDE's report files read: TRF16, TRF(x) and the records of TRF26 that concern single players."""
