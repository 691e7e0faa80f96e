"""The pages of a table and what they post: translate in, one service call, translate out."""
