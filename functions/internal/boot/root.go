package boot

import (
	"strings"

	"hora/bindings"
)

// AtRoot are the routes of documents at the root of a host, and of those that
// some document there stands for. One function serves them for all bindings.
func AtRoot(all []bindings.Binding) (rs []bindings.Route) {
	for _, b := range all {
		for _, r := range b.Documents() {
			if strings.HasPrefix(r.Pattern, "/.well-known/") || stoodFor(r) {
				rs = append(rs, r)
			}
		}
	}
	return rs
}
