// Package identity finds out who is calling and how often they may. Its desks
// stand around the engine. They read nothing themselves: each adds to the
// request what the engine is to read along with its own, and a judgement on
// what it found.
package identity

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"slices"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

type keys struct{ next canonical.Desk }

// New is the desk that verifies keys. A call that presents none passes as
// anonymous; one that does ends as Unauthenticated unless the key is one of
// the organisation's, and as Forbidden when it claims to be for another
// organisation than the one it calls.
func New(next canonical.Desk) canonical.Desk { return keys{next} }

func (d keys) Do(ctx context.Context, req canonical.Request) canonical.Outcome {
	req.Caller, req.Principal, req.Consent = "", canonical.Principal{}, canonical.Consent{}
	if req.Credential.Presented() {
		hash := digest(req.Credential.Key)
		req.Caller = caller(hash)
		req.Gates = append(slices.Clip(req.Gates), keyGate(canonical.OpOf(req.Command), req.Organization, hash))
	}
	return d.next.Do(ctx, req)
}

func keyGate(op canonical.Op, organization, hash string) canonical.Gate {
	if organization == "" && aboutTasks(op) {
		return anyGate(hash)
	}
	key := canonical.SecretKey(hash, organization)
	gate := canonical.Gate{Judge: func(m *canonical.Meta, seen canonical.Seen) *canonical.Error {
		if claimed := m.Credential.Organization; claimed != "" && claimed != m.Organization {
			return canonical.Refuse(elsewhere(op))
		}
		k, ok := opened(seen.Record(key), hash)
		if !ok {
			return canonical.Refuse(canonical.Unauthenticated)
		}
		m.Principal = canonical.Principal{Role: roleUnder(m.Rules, k.Role), ID: k.Name, Organization: m.Organization, Profile: k.Profile}
		return nil
	}}
	if canonical.IsSlug(organization) { // otherwise no key can be stored under it
		gate.Keys = []canonical.StoreKey{key}
	}
	return gate
}

// aboutTasks says whether an act is about the caller's own tasks. It may name
// no organisation: then who calls is all that counts.
func aboutTasks(op canonical.Op) bool {
	switch op {
	case canonical.OpGetTask, canonical.OpListTasks, canonical.OpCancelTask:
		return true
	}
	return false
}

// anyGate takes a key that is listed at any organisation. Its owner is known,
// and acts for none of them.
func anyGate(hash string) canonical.Gate {
	listed := canonical.Range{Partition: canonical.SecretKey(hash, "").Partition}
	return canonical.Gate{Lists: []canonical.Range{listed}, Judge: func(m *canonical.Meta, seen canonical.Seen) *canonical.Error {
		for _, r := range seen.List(listed) {
			if k, ok := opened(r, hash); ok && m.Credential.Organization == "" {
				m.Principal = canonical.Principal{Role: roleUnder(m.Rules, k.Role), ID: k.Name}
				return nil
			}
		}
		return canonical.Refuse(canonical.Unauthenticated)
	}}
}

// elsewhere is how an act ends whose caller claims another organisation's
// credential. Acts that nobody needs a credential for know no Forbidden.
func elsewhere(op canonical.Op) canonical.Code {
	if canonical.Ends[op].Has(canonical.Forbidden) {
		return canonical.Forbidden
	}
	return canonical.Unauthenticated
}

// opened reads a key's record. The hash is compared once more, in constant
// time, so that nothing rests on how a store looks keys up.
func opened(r canonical.Record, hash string) (k canonical.Key, ok bool) {
	if r.Version == 0 || json.Unmarshal(r.Body, &k) != nil {
		return canonical.Key{}, false
	}
	return k, subtle.ConstantTimeCompare([]byte(k.SHA256), []byte(hash)) == 1
}

func roleUnder(rules canonical.Rules, r canonical.Role) canonical.Role {
	if r == canonical.RoleOrganization && !rules.Has(canonical.OwnKeys) {
		return canonical.RolePlatform
	}
	return r
}

// caller is the name of a key in what the desk stores. It is the same at every
// organisation that lists the key, and tells neither the key nor the hash that
// opens doors.
func caller(hash string) string { return "key-" + digest("caller " + hash)[:32] }

func digest(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}
