"""Views, pages and topics of each seat."""
