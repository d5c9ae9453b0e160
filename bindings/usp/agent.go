package usp

import "strings"

// agentProfile reads USP-Agent, a dictionary of RFC 8941: the string of its
// member profile. Other members and parameters are nobody's. It answers false
// for a header without a usable address.
func agentProfile(values []string) (uri string, ok bool) {
	s := strings.Join(values, ",")
	found := false
	for {
		s = strings.TrimLeft(s, " \t")
		key, rest := token(s)
		if key == "" {
			return "", false
		}
		var value string
		text := false
		if strings.HasPrefix(rest, "=") {
			if value, rest, text, ok = item(rest[1:]); !ok {
				return "", false
			}
		}
		if rest, ok = parameters(rest); !ok {
			return "", false
		}
		if key == "profile" { // the last of several counts (3.2)
			if !text {
				return "", false
			}
			uri, found = value, true
		}
		if rest = strings.TrimLeft(rest, " \t"); rest == "" {
			return uri, found && isProfile(uri)
		}
		if rest[0] != ',' {
			return "", false
		}
		s = rest[1:]
	}
}

// isProfile says whether something could be where a platform describes
// itself: an https URL with a host and without anything secret in it.
func isProfile(s string) bool {
	const most = 2048
	rest, secure := strings.CutPrefix(s, "https://")
	if !secure || len(s) > most || strings.ContainsAny(rest, "#@\\\"<>^`{|}") {
		return false
	}
	for i := range len(rest) {
		if rest[i] <= ' ' || rest[i] > '~' {
			return false
		}
	}
	return rest != "" && strings.IndexByte("/?:", rest[0]) < 0
}

// token reads a key of a dictionary, or a bare value.
func token(s string) (key, rest string) {
	i := 0
	for i < len(s) && (s[i] == '_' || s[i] == '-' || s[i] == '.' || s[i] == '*' || s[i] == '/' || s[i] == ':' || s[i] == '?' || s[i] == '+' ||
		'0' <= s[i] && s[i] <= '9' || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z') {
		i++
	}
	return s[:i], s[i:]
}

// item reads a value; text says that it was a quoted string.
func item(s string) (value, rest string, text, ok bool) {
	if strings.HasPrefix(s, ":") { // a byte sequence
		end := strings.IndexByte(s[1:], ':')
		if end < 0 {
			return "", "", false, false
		}
		return s[1 : 1+end], s[2+end:], false, true
	}
	if !strings.HasPrefix(s, `"`) {
		value, rest = token(s)
		return value, rest, false, value != ""
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return b.String(), s[i+1:], true, true
		case c == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
			b.WriteByte(s[i])
		case c < ' ' || c > '~' || c == '\\':
			return "", "", false, false
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false, false
}

// parameters steps over what follows a value.
func parameters(s string) (rest string, ok bool) {
	for strings.HasPrefix(s, ";") {
		key, after := token(strings.TrimLeft(s[1:], " "))
		if key == "" {
			return "", false
		}
		s = after
		if strings.HasPrefix(s, "=") {
			if _, s, _, ok = item(s[1:]); !ok {
				return "", false
			}
		}
	}
	return s, true
}
