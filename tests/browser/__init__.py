"""What a person sees: Chromium on a real server process."""
