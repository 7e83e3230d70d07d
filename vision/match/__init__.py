"""Symbols of a closed set in pictures: found even where no decoder reads them, by comparison with every possible card."""
