package usp

import (
	"slices"
	"strings"

	"hora/bindings"
	"hora/bindings/internal/a2awire"
	"hora/bindings/internal/wirejson"
	"hora/canonical"
)

// extension is the URI under which A2A callers find the task types and the
// profile among the card's extensions.
func (b *binding) extension() string { return b.public + "/extensions/usp/v1" }

// The members that USP adds to a card (9.3.3), which are neither version's of
// A2A.
type (
	cardMembers struct {
		Authentication schemes `json:"authentication"`
		Profile        string  `json:"usp_profile"`
	}
	schemes struct {
		Schemes []string `json:"schemes"`
	}
	cardTasks struct {
		Tasks []string `json:"tasks"`
	}
	extensionParams struct {
		Profile string   `json:"usp_profile"`
		Version string   `json:"version"`
		Tasks   []string `json:"tasks"`
	}
)

// descriptions say what each task type is for.
var descriptions = map[*operation]string{
	servicesList:       "List the services, filtered by type, category and price",
	servicesGet:        "Read one service",
	servicesFeed:       "Follow what changes in the catalog",
	availabilityQuery:  "Find the free slots of a service within up to 31 days",
	availabilityHold:   "Keep a slot for some minutes; needs a platform's key",
	availabilityFree:   "Give a held slot back; needs the key that held it",
	bookingsCreate:     "Book a slot, held or not; needs a platform's key",
	bookingsGet:        "Read a booking; needs the key that made it, or any platform's and the booking's credential",
	bookingsCancel:     "Cancel a booking by policy; as for reading it",
	bookingsReschedule: "Move a booking to another slot; as for reading it",
	bookingsPaid:       "Report that what is due for a booking was paid; as for reading it",
	waitlistJoin:       "Wait for a place in what is full; needs a platform's key",
}

// offeredTasks are the task types that the business has a use for: nobody can
// wait where no service has a waitlist.
func offeredTasks(p *canonical.Profile) []*operation {
	if waits(p.Services) {
		return tasks
	}
	return slices.DeleteFunc(slices.Clone(tasks), func(o *operation) bool { return o == waitlistJoin })
}

func waits(all []canonical.Service) bool {
	return slices.ContainsFunc(all, func(s canonical.Service) bool { return s.Waitlist != nil })
}

func (b *binding) card(p *canonical.Profile) *a2awire.Card {
	o := &p.Organization
	home := b.public + "/usp/" + o.Slug
	profile := home + "/.well-known/usp"
	var names []string
	var skills []a2awire.Skill
	for _, t := range offeredTasks(p) {
		names = append(names, t.task)
		area, _, _ := strings.Cut(strings.TrimPrefix(t.task, "usp/"), "/")
		skills = append(skills, a2awire.Skill{ID: t.task, Name: t.task, Description: descriptions[t], Tags: []string{"usp", "scheduling", area}})
	}
	about := o.Description
	if about == "" {
		about = "Appointments at " + o.Name + ", by the Universal Scheduling Protocol."
	}
	return &a2awire.Card{
		Name: o.Name, Description: about, Version: "1.0.0", URL: home + "/a2a",
		Provider:   &a2awire.Provider{Organization: o.Name, URL: home},
		InputModes: []string{mediaType}, OutputModes: []string{mediaType}, Skills: skills,
		Extensions: []a2awire.Extension{{URI: b.extension(), Description: "USP " + version + ": the task types, named in metadata.usp.task_type of a data part", Params: &extensionParams{profile, version, names}}},
		Schemes:    []a2awire.Scheme{{Name: "bearer", Description: "A platform's key. Catalog and availability need none.", HTTP: &a2awire.HTTPAuth{Scheme: "bearer"}}},
		Security:   []a2awire.Requirement{{"bearer": {}}},
		Also:       wirejson.Marshal(&cardMembers{schemes{[]string{"bearer"}}, profile}), AlsoCapabilities: wirejson.Marshal(&cardTasks{names}),
	}
}

// describe asks the desk who the business is.
func (b *binding) describe(in *bindings.Inbound, r bindings.Reply) (canonical.Request, bindings.Reply, error) {
	if !canonical.IsSlug(in.Path("org")) {
		return canonical.Request{}, r, unknownBusiness
	}
	req := canonical.Request{Command: canonical.Describe{}, Meta: b.meta(in, &given{})}
	req.Channel, req.Door = "rest", doorREST
	return req, r, nil
}

func (b *binding) decodeCard(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return b.describe(&in, &cardReply{CardReply: a2awire.ReadCard(in, false), problemReply: newDocument(&in), binding: b})
}

// A cardReply answers with the Agent Card.
type cardReply struct {
	*a2awire.CardReply
	problemReply
	*binding
}

func (r *cardReply) Encode(o canonical.Outcome) bindings.Outbound {
	p, ok := o.Result.(canonical.Profile)
	if o.Err != nil || !ok {
		return r.untold(o.Err)
	}
	return r.CardReply.Answer(r.card(&p))
}

// Refuse answers what never got to the desk.
func (r *cardReply) Refuse(err error) bindings.Outbound { return r.problemReply.Refuse(err) }

// astray answers for what is no address of the business.
func astray(in bindings.Inbound) (canonical.Request, bindings.Reply, error) {
	return canonical.Request{}, &restReply{newDocument(&in)}, bindings.ErrNoRoute
}

// newDocument is a reply for who a document cannot be given to.
func newDocument(in *bindings.Inbound) problemReply {
	return problemReply{view: view{op: document, org: in.Path("org"), rest: true}, correlation: correlation(in.Header)}
}

// untold says why nothing is told of a business.
func (r *problemReply) untold(e *canonical.Error) bindings.Outbound {
	if e == nil {
		e = canonical.Refuse(canonical.Internal)
	}
	return r.problem(r.failed(rowOf(r.op.op, e.Code), e))
}

var document = &operation{op: canonical.OpDescribe}
