"""What is printed: marks in millimetres, card faces, the mat, and the paper they go on."""
