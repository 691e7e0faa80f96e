"""Scenarios that run through the whole house: pages, services, time that passes."""
