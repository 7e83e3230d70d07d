"""The routes by role: parsing requests, and answering them."""
