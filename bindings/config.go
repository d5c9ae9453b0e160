package bindings

import (
	"github.com/go-json-experiment/json/jsontext"

	"hora/canonical"
)

// Config is what bindings are made of: where they are, and what the deployment
// can do for a dialect that needs it. Each takes what it uses. PublicURL is
// required.
type Config struct {
	PublicURL string // base of the addresses in answers and documents, such as https://desk.example; its host is what tasks, claims and tokens belong to
	Catalogue string // the registry that this host is for, and no other; empty: any, and calls name theirs

	Sealer   canonical.Sealer      // nil: nothing that is found can be booked or handed off
	Merchant canonical.Merchant    // signs carts; nil: no mandates are taken
	Keys     jsontext.Value        // the merchant's public keys, a JSON array of JWKs
	Servers  []AuthorizationServer // who issues tokens; none: everybody is anonymous
	SignIns  canonical.SignIns     // signs guests in in their browsers; nil: nobody confirms at the desk itself
}

// An AuthorizationServer is one of OAuth whose tokens are taken. Without the
// endpoints a caller finds them in its metadata (RFC 8414).
type AuthorizationServer struct {
	Issuer        string
	Authorization string // endpoint
	Token         string // endpoint
}
