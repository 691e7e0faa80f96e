"""Every write, one function per thing that can happen: typed, keyword-only, under the table's lock."""
