"""What leaves the server for a table's pages: pictures of a table at one version, and the way from one to the next."""
