package canonical

// IsSlug says whether s can be an organisation's address: 3 to 48 lower-case
// letters, digits and hyphens, with no hyphen at either end. Nothing else is
// ever stored under, so any other address is unknown without a look.
func IsSlug(s string) bool {
	if len(s) < 3 || len(s) > 48 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c != '-' && !lower(c) && !digit(c) {
			return false
		}
	}
	return true
}

// IsID says whether s can name a service, provider, resource, key or payment
// intent: 1 to 64 letters, digits, underscores and hyphens.
func IsID(s string) bool {
	if len(s) < 1 || len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c != '-' && c != '_' && !lower(c) && !lower(c|0x20) && !digit(c) {
			return false
		}
	}
	return true
}

func lower(c byte) bool { return 'a' <= c && c <= 'z' }
func digit(c byte) bool { return '0' <= c && c <= '9' }
