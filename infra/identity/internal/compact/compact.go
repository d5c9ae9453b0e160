// Package compact looks at tokens in one of the compact serializations of JOSE
// (RFC 7515 section 7.1, RFC 7516 section 7.1) before anything reads them.
package compact

import (
	"encoding/base64"
	"strings"
)

// encoding is base64url without padding in which every text stands for other
// bytes than any other: bits that do not fit a byte must be zero.
var encoding = base64.RawURLEncoding.Strict()

// Parts says whether a token has so many parts, each written in base64url in
// the one way there is. Parts may be empty. Only then does a change anywhere
// in the text change what is signed or encrypted.
func Parts(token string, n int) bool {
	for part := range strings.SplitSeq(token, ".") {
		n--
		if n < 0 || !strict(part) {
			return false
		}
	}
	return n == 0
}

func strict(part string) bool {
	if strings.ContainsAny(part, "\r\n") { // which the decoder skips
		return false
	}
	_, err := encoding.DecodeString(part)
	return err == nil
}
