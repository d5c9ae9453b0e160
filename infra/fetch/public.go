package fetch

import "net/netip"

// special lists what is not, or not only, the public internet: the blocks of
// the IANA special-purpose address registries (RFC 6890) that a server on the
// web has no address in, and those that carry another address inside.
var special = prefixes(
	"0.0.0.0/8",       // this network
	"10.0.0.0/8",      // private use
	"100.64.0.0/10",   // carrier-grade NAT
	"127.0.0.0/8",     // loopback
	"169.254.0.0/16",  // link local; where clouds keep their metadata
	"172.16.0.0/12",   // private use
	"192.0.0.0/24",    // protocol assignments
	"192.0.2.0/24",    // documentation
	"192.88.99.0/24",  // 6to4 relays
	"192.168.0.0/16",  // private use
	"198.18.0.0/15",   // benchmarking
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved, and broadcast
	"2001::/23",       // protocol assignments, Teredo among them
	"2001:db8::/32",   // documentation
	"2002::/16",       // 6to4
	"3fff::/20",       // documentation
)

// unicast is all of IPv6 that is given to hosts on the internet.
var unicast = netip.MustParsePrefix("2000::/3")

// public says whether an address can only be that of a host on the internet.
func public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsValid() || a.Zone() != "" || a.Is6() && !unicast.Contains(a) {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

func prefixes(texts ...string) (all []netip.Prefix) {
	for _, t := range texts {
		all = append(all, netip.MustParsePrefix(t))
	}
	return all
}
