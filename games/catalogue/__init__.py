"""The games of the service: a package each, with its rules, presentation and words."""
