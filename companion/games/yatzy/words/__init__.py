"""Its sentences, by language."""
