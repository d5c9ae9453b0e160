package engine

import (
	"strings"
	"unicode"

	"hora/canonical"
)

// named finds the services that words name: those with the most words in
// their name, category and tags.
func (c *catalogue) named(words []string) (best []canonical.Service) {
	most := 0
	for _, s := range c.services {
		hits := relevance(&s, words)
		if hits == 0 || hits < most {
			continue
		}
		if hits > most {
			most, best = hits, nil
		}
		best = append(best, s)
	}
	return best
}

// relevance is how many of the words a service's name, category and tags
// mention.
func relevance(s *canonical.Service, words []string) (hits int) {
	text := tokens(s.Name, s.Category, strings.Join(s.Tags, " "))
	for _, w := range words {
		if mentions(text, w) {
			hits++
		}
	}
	return hits
}

func tokens(texts ...string) []string {
	return strings.FieldsFunc(canonical.Fold(strings.Join(texts, " ")), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// mentions says whether a word, or one that begins alike ("kinesio"), is
// among the tokens. Short words count only whole.
func mentions(tokens []string, word string) bool {
	for _, t := range tokens {
		if t == word || len(word) >= 5 && (strings.HasPrefix(t, word) || strings.HasPrefix(word, t) && len(t) >= 5) {
			return true
		}
	}
	return false
}
