"""What tools returned, made searchable by source."""
