"""What `./dev bench` runs."""
