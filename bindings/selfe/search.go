package selfe

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"hora/bindings"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// The search endpoint of Agentic Resource Discovery (ARD v0.9): the registry's
// places as catalog entries, without availability and prices, and without
// tasks. What is indexed here is all there is: whatever the federation mode,
// nobody else is asked.

type searchRequest struct {
	Query      *searchQuery `json:"query"`
	Federation *string      `json:"federation"`
	PageSize   *count       `json:"pageSize"`
	PageToken  *string      `json:"pageToken"`
}

type searchQuery struct {
	Text   *string           `json:"text"`
	Filter map[string]values `json:"filter"`
}

type searchResponse struct {
	Results   []searchResult `json:"results"`
	Referrals *[]string      `json:"referrals,omitzero"` // none is ever known
	PageToken string         `json:"pageToken,omitzero"`
}

type searchResult struct {
	catalogEntry
	Score  int    `json:"score"`
	Source string `json:"source"`
}

func (b *binding) decodeSearch(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	r := &searchReply{binding: b, presented: bearer(in.Header) != ""}
	q, err := readSearch(&in)
	if err != nil {
		return canonical.Request{}, r, err
	}
	query := in.Query
	if id := in.Path(selector); id != "" {
		query = map[string][]string{selector: {id}}
	}
	catalogue, reason := b.catalogue(query)
	if reason != "" {
		return canonical.Request{}, r, errNoCatalogue
	}
	if r.referrals, err = q.federation(); err != nil {
		return canonical.Request{}, r, err
	}
	c, none, err := q.command()
	if err != nil || none {
		return canonical.Request{}, r, err
	}
	return canonical.Request{Command: c, Meta: b.meta(&in, catalogue, "rest", doorRegistry)}, r, nil
}

func readSearch(in *bindings.Inbound) (*searchRequest, error) {
	if !wirejson.IsContentType(in.Header) {
		return nil, errMedia
	}
	if wirejson.Deeper(in.Body, maxDepth) {
		return nil, searchFault(tooDeep)
	}
	q := &searchRequest{}
	if jsontext.Value(in.Body).Kind() != '{' || json.Unmarshal(in.Body, q, closed) != nil {
		return nil, searchFault("The body must be one search request, without unknown members")
	}
	if _, found := null(in.Body); found {
		return nil, searchFault("No member may be null")
	}
	return q, nil
}

// federation says whether referrals are wanted.
func (q *searchRequest) federation() (referrals bool, err error) {
	if q.Federation == nil {
		return false, nil
	}
	switch *q.Federation {
	case "auto", "none":
		return false, nil
	case "referrals":
		return true, nil
	}
	return false, searchFault("federation must be auto, referrals or none")
}

// command is what is searched for. none says that nothing here can fit: the
// entries are of another type.
func (q *searchRequest) command() (c canonical.Discover, none bool, err error) {
	if q.Query == nil || q.Query.Text == nil || *q.Query.Text == "" {
		return c, false, searchFault("query.text is required")
	}
	if c.Text = *q.Query.Text; utf8.RuneCountInString(c.Text) > maxText {
		return c, false, searchFault("query.text is too long")
	}
	if q.PageSize != nil {
		if *q.PageSize < 1 {
			return c, false, searchFault("pageSize must be positive")
		}
		c.Size = min(int(*q.PageSize), canonical.MaxPlacesSize)
	}
	if q.PageToken != nil {
		if c.After = canonical.Cursor(*q.PageToken); len(c.After) > maxToken {
			return c, false, searchFault("pageToken is none that was given out")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(q.Query.Filter)) {
		field, v := name, q.Query.Filter[name]
		switch name {
		case "type":
			none = none || !slices.Contains(v, agentCard)
			continue
		case "tags":
			if field, err = tagField(v); err != nil {
				return c, false, err
			}
		case "sections", "locality":
		case "entityId":
			field = "entity_id"
		default:
			return c, false, searchFault("query.filter may name type, tags, sections, locality and entityId")
		}
		c.Filters = append(c.Filters, canonical.Filter{Field: field, Any: v})
	}
	return c, none, nil
}

// tagField is what a filter of tags looks at: among the tags of an entry are
// its sections.
func tagField(v values) (string, error) {
	known := 0
	for _, s := range v {
		if canonical.Section(s).Known() {
			known++
		}
	}
	switch known {
	case 0:
		return "tags", nil
	case len(v):
		return "sections", nil
	}
	return "", searchFault("one filter of tags is either of sections (stay, eat, do) or of other tags")
}

// astray answers for what is no address of the registry's.
func (b *binding) astray(bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return canonical.Request{}, &searchReply{binding: b}, bindings.ErrNoRoute
}

type searchReply struct {
	*binding
	presented, referrals bool
}

// Encode answers with what was found.
func (r *searchReply) Encode(o canonical.Outcome) bindings.Outbound {
	if o.Err != nil {
		return r.fail(o.Err)
	}
	out := &searchResponse{Results: []searchResult{}}
	if r.referrals {
		out.Referrals = &[]string{}
	}
	found, ok := o.Result.(canonical.Places)
	if !ok && o.Result != nil {
		return r.fail(canonical.Refuse(canonical.Internal))
	}
	source := r.source(found.Registry)
	for i := range found.Places {
		p := &found.Places[i].Place
		entry := r.place(p, found.Places[i].Score, source)
		s := searchResult{catalogEntry{
			Identifier: entry.Identifier, DisplayName: entry.DisplayName, Type: entry.Type, URL: entry.URL, Description: p.Description,
		}, entry.Score, source}
		for _, section := range p.Sections {
			s.Tags = append(s.Tags, string(section))
		}
		s.Tags = append(s.Tags, p.Tags...)
		out.Results = append(out.Results, s)
	}
	out.PageToken = string(found.Next)
	return bindings.Outbound{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: wirejson.Marshal(out)}
}

func (r *searchReply) fail(e *canonical.Error) bindings.Outbound {
	out := searchFailure(statusOf(e), "")
	if e.Code == canonical.Unauthenticated {
		out.Header = out.Header.Clone()
		out.Header.Set("WWW-Authenticate", r.unauthenticated(r.presented).Challenge)
	}
	return waiting(out, e)
}

// Refuse answers a request that could not be read.
func (r *searchReply) Refuse(err error) bindings.Outbound {
	fault, ok := err.(searchFault)
	switch {
	case errors.Is(err, bindings.ErrTooLarge):
		return searchFailure(http.StatusRequestEntityTooLarge, tooLarge)
	case !ok:
		return searchFailure(refused(err), "")
	case fault == errMedia:
		return searchFailure(http.StatusUnsupportedMediaType, string(fault))
	}
	return searchFailure(http.StatusBadRequest, string(fault))
}
