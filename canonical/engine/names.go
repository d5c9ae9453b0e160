package engine

import (
	"strings"
	"unicode"

	"hora/canonical"
)

// named finds the services that words name: those with the most words in
// their name, category and tags. Where none has any, a word may be misspelt.
func (c *catalogue) named(words []string) []canonical.Service {
	if best := c.mentioned(words, mentions); best != nil {
		return best
	}
	return c.mentioned(words, resembles)
}

func (c *catalogue) mentioned(words []string, in func(tokens []string, word string) bool) (best []canonical.Service) {
	most := 0
	for _, s := range c.services {
		hits := hitsOf(tokensOf(&s), words, in)
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
	return hitsOf(tokensOf(s), words, mentions)
}

func hitsOf(tokens, words []string, in func(tokens []string, word string) bool) (hits int) {
	for _, w := range words {
		if in(tokens, w) {
			hits++
		}
	}
	return hits
}

// giver is the id of the provider of a service whom words name; empty if none
// or several could be meant.
func (c *catalogue) giver(s *canonical.Service, words []string) (id string) {
	most := 0
	for _, p := range s.Providers {
		named := c.provider[p]
		if named == nil {
			continue
		}
		switch hits := hitsOf(tokens(named.Name), words, mentions); {
		case hits > most:
			most, id = hits, p
		case hits == most:
			id = ""
		}
	}
	return id
}

// people are the words, if they name a provider in full.
func (c *catalogue) people(words []string) []string {
	for _, p := range c.providers {
		if hitsOf(tokens(p.Name), words, mentions) > 1 {
			return words
		}
	}
	return nil
}

func tokensOf(s *canonical.Service) []string {
	return tokens(s.Name, s.Category, strings.Join(s.Tags, " "))
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

// resembles says whether a word is among the tokens with a letter or two
// missing, wrong or too many, or is how one of them begins.
func resembles(tokens []string, word string) bool {
	if len(word) < 4 {
		return false
	}
	for _, t := range tokens {
		if strings.HasPrefix(t, word) {
			return true
		}
		if t[0] == word[0] && len(word) >= 5 && len(t) >= 5 && canonical.Distance(t, word) <= min(len(word), len(t))/5 {
			return true
		}
	}
	return false
}
