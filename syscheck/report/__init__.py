"""What people and scripts read: text, JSON and HTML of a judged card, of a difference, of advice."""
