package orgfile

import (
	"reflect"
	"slices"
	"strings"

	"hora/canonical"
)

// meant suggests the member that a name was probably to be: one that it is but
// for a slip or two, or a part of. Where none is near it lists all there are,
// if they are few.
func meant(v reflect.Value, name string) string {
	all := names(v)
	best, least := "", 3
	for _, n := range all {
		switch d := canonical.Distance(strings.ToLower(name), n); {
		case d < least && d < len(n):
			best, least = n, d
		case best == "" && len(name) > 2 && partOf(name, n):
			best = n
		}
	}
	switch {
	case best != "":
		return "; is it to be " + best + "?"
	case len(all) <= 8:
		return "; there are " + strings.Join(all, ", ")
	}
	return ""
}

// partOf says whether a name is some of the words of another, or more than one
// of them.
func partOf(name, of string) bool {
	name = strings.TrimSuffix(name, "s")
	return strings.HasPrefix(of, name+"_") || strings.HasSuffix(of, "_"+name)
}

// deskOwn are the members that only the desk sets, in whatever noun.
var deskOwn = []string{"position", "modified", "deleted", "booking"}

// names are the members that a document can give of an object.
func names(v reflect.Value) (all []string) {
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); tag != "" && !slices.Contains(deskOwn, tag) {
			all = append(all, tag)
		}
	}
	return all
}
