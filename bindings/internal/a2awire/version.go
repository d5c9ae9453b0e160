package a2awire

import (
	"net/http"
	"net/url"
	"strings"
)

// Version is one of the two versions spoken here.
type Version uint8

const (
	V03 Version = iota // what a caller who names none speaks (1.0, 3.6.2)
	V10
)

// String is the version as headers and cards write it.
func (v Version) String() string {
	if v == V10 {
		return "1.0"
	}
	return "0.3"
}

const supported = "0.3,1.0"

// versionName is the name of the header and of the query parameter, and
// versionHeader the name as net/http keeps it.
const (
	versionName   = "A2A-Version"
	versionHeader = "A2a-Version"
)

// Negotiate says which version a call speaks: the header A2A-Version, else the
// query parameter of that name, else 0.3. Only major and minor number count. A
// gateway may have joined a repeated header by commas: equal members are one.
func Negotiate(h http.Header, q url.Values) (Version, *Error) {
	asked := h[versionHeader]
	if blank(asked) {
		asked = parameter(q)
	}
	v, known := V03, true
	named := false
	for _, list := range asked {
		for one := range strings.SplitSeq(list, ",") {
			one = strings.TrimSpace(one)
			if one == "" {
				continue
			}
			w, ok := parseVersion(one)
			known = known && ok && (!named || w == v)
			v, named = w, true
		}
	}
	if !known {
		return V10, VersionNotSupported(strings.Join(asked, ","))
	}
	return v, nil
}

// parameter finds the version in the query. Service parameters have no case.
func parameter(q url.Values) []string {
	if v, ok := q[versionName]; ok && len(q) == 1 {
		return v
	}
	var all []string
	for name, v := range q {
		if strings.EqualFold(name, versionName) {
			all = append(all, v...)
		}
	}
	return all
}

func blank(values []string) bool {
	for _, v := range values {
		if strings.Trim(v, ", \t") != "" {
			return false
		}
	}
	return true
}

// parseVersion reads Major.Minor with an optional patch number, which does not
// matter (1.0, 3.6).
func parseVersion(s string) (Version, bool) {
	major, rest, ok := strings.Cut(s, ".")
	minor, patch, patched := strings.Cut(rest, ".")
	if !ok || patched && !digits(patch) {
		return V10, false
	}
	switch {
	case major == "1" && minor == "0":
		return V10, true
	case major == "0" && minor == "3":
		return V03, true
	}
	return V10, false
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
