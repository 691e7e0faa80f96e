"""From a viewer's picture of a table to what the templates show: plain values and translated words."""
