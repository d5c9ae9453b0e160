// Package markup writes text into pages of HTML.
package markup

import "strings"

// Escape is the text as it stands between tags, or within a quoted attribute.
// Package html does the same, but brings along all 2,231 names of characters
// that it knows for the way back.
func Escape(text string) string { return special.Replace(text) }

// special are the characters that could end the text or start something else.
var special = strings.NewReplacer(`&`, "&amp;", `<`, "&lt;", `>`, "&gt;", `"`, "&#34;", `'`, "&#39;")
