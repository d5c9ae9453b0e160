package canonical

// A Directory is an organisation and what it offers, for an answer that must
// say more of something than its id. It belongs to the answer, not to the act,
// and is shared: nobody may change it.
type Directory struct {
	Organization *Organization // without its keys
	Services     map[string]*Service
	Providers    map[string]*Provider
	Resources    map[string]*Resource
}
