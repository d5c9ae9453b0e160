package markup_test

import (
	"html"
	"strings"
	"testing"

	"hora/bindings/internal/markup"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"Café & té":               "Café &amp; té",
		`"><script>alert('x')`:    "&#34;&gt;&lt;script&gt;alert(&#39;x&#39;)",
		"&amp; is not understood": "&amp;amp; is not understood",
	} {
		if got := markup.Escape(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}

// Whatever the text, none of it is markup, and it reads as it did.
func FuzzEscape(f *testing.F) {
	f.Add(`<a href="x">&'`)
	f.Add("\x00\xff&lt;")
	f.Fuzz(func(t *testing.T, text string) {
		got := markup.Escape(text)
		if strings.ContainsAny(got, `<>"'`) || got != html.EscapeString(text) || html.UnescapeString(got) != text {
			t.Errorf("%q is written %q", text, got)
		}
	})
}
