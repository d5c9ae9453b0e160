package engine

import "hora/canonical"

// A platform goes by the address at which it describes itself. A key can be
// registered with one; of any other address the first caller to write
// something under it is the owner.

// platformKey is the record of the address that a call claims; ok is false
// when it claims none, or nobody asks.
func (v *view) platformKey() (k canonical.StoreKey, ok bool) {
	if v.req.Agent == "" || v.req.Caller == "" || !v.req.Rules.Has(canonical.NamedPlatforms) || global(v.req) {
		return k, false
	}
	return canonical.PlatformKey(v.req.Organization, hash(v.req.Agent)), true
}

// platform is whose an address is.
type platform struct {
	Caller string `json:"caller"`
}

// identified refuses a platform that does not say where it describes itself,
// or says what is somebody else's. The business need not.
func (v *view) identified() *canonical.Error {
	p := v.req.Principal
	if !v.req.Rules.Has(canonical.NamedPlatforms) || global(v.req) || p.Role == canonical.RoleBusiness {
		return nil
	}
	switch claimed := v.req.Agent; {
	case p.Profile != "":
		if claimed != "" && claimed != p.Profile {
			return canonical.Refuse(canonical.Forbidden)
		}
		return nil
	case claimed == "":
		return invalid("agent", canonical.Problem{Rule: canonical.RuleRequired})
	case v.registered(claimed):
		return canonical.Refuse(canonical.Forbidden)
	}
	k, _ := v.platformKey()
	if owner, ok := document[platform](v, k); ok && owner.Caller != v.req.Caller {
		return canonical.Refuse(canonical.Forbidden)
	}
	return nil
}

// registered says whether an address is that of another key.
func (v *view) registered(address string) bool {
	org := v.Organization()
	if org == nil {
		return false
	}
	for _, k := range org.Keys {
		if k.Profile == address {
			return true
		}
	}
	return false
}

// bind makes the address that a call goes by its caller's, in the commit of
// its first act; nothing when it is already.
func (v *view) bind() []canonical.Write {
	k, ok := v.platformKey()
	if !ok || v.req.Principal.Profile != "" || v.req.Principal.Role == canonical.RoleBusiness || v.Record(k).Version > 0 {
		return nil
	}
	return []canonical.Write{put(v, k, platform{v.req.Caller})}
}
