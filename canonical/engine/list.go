package engine

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"hora/canonical"
)

// describe answers with the organisation as anyone may see it.
func describe(v *view) (change, *canonical.Error) {
	return answer(canonical.Profile{Organization: *v.cat.directory.Organization, Services: v.cat.services, Providers: v.cat.providers})
}

// listServices answers with the catalogue, in its own order; where words are
// given, with what they fit best first.
func listServices(c canonical.ListServices) plan {
	return func(v *view) (change, *canonical.Error) {
		after, refusal := v.placeIn(listOfServices, c.After)
		if refusal != nil {
			return change{}, refusal
		}
		found := slices.DeleteFunc(slices.Clone(v.cat.services), func(s canonical.Service) bool { return !v.passes(&s, c) })
		if words := strings.Fields(canonical.Fold(c.Query)); len(words) > 0 {
			sort.SliceStable(found, func(i, j int) bool { return relevance(&found[i], words) > relevance(&found[j], words) })
		}
		if i := slices.IndexFunc(found, func(s canonical.Service) bool { return s.ID == after }); i >= 0 {
			found = found[i+1:]
		}
		out := v.catalogueOf(found)
		if c.Limit > 0 && len(found) > c.Limit {
			out.Services = found[:c.Limit]
			out.Next = v.cursorIn(listOfServices, found[c.Limit-1].ID)
		}
		return answer(out)
	}
}

func (v *view) catalogueOf(services []canonical.Service) canonical.Catalogue {
	return canonical.Catalogue{Organization: canonical.Named{ID: v.cat.org.Slug, Name: v.cat.org.Name}, Services: services}
}

// passes says whether a service is within every filter.
func (v *view) passes(s *canonical.Service, c canonical.ListServices) bool {
	switch {
	case c.Kind != "" && s.Kind != c.Kind, c.Channel != "" && s.Channel != c.Channel:
		return false
	case len(c.Categories) > 0 && !slices.Contains(c.Categories, s.Category):
		return false
	case c.MinPrice == nil && c.MaxPrice == nil:
		return true
	case s.Price.Currency != cmp.Or(c.Currency, v.cat.org.Currency):
		return false
	}
	return (c.MinPrice == nil || s.Price.Amount >= *c.MinPrice) && (c.MaxPrice == nil || s.Price.Amount <= *c.MaxPrice)
}

// getService answers with one service.
func getService(c canonical.GetService) plan {
	return func(v *view) (change, *canonical.Error) {
		s := v.cat.service[c.Service]
		if s == nil {
			return refuse(canonical.UnknownService)
		}
		return answer(*s)
	}
}

// lookupServices answers with several, each once, and names those that are
// none.
func lookupServices(c canonical.LookupServices) plan {
	return func(v *view) (change, *canonical.Error) {
		out, seen := v.catalogueOf([]canonical.Service{}), map[string]bool{}
		for _, id := range c.Services {
			switch s := v.cat.service[id]; {
			case seen[id]:
			case s == nil:
				out.Unknown = append(out.Unknown, id)
			default:
				out.Services = append(out.Services, *s)
			}
			seen[id] = true
		}
		return answer(out)
	}
}

// incomplete refuses arguments that the binding could not read. The call has
// been counted, and the organisation is known to exist.
func incomplete(c canonical.Incomplete) plan {
	return func(v *view) (change, *canonical.Error) {
		if c.Want == canonical.OpBookOffer {
			if refusal := v.mayBook(c.Problems); refusal != nil {
				return change{}, refusal
			}
		}
		return change{}, &canonical.Error{Code: canonical.Invalid, Problems: c.Problems}
	}
}
