// Package ap2 verifies Cart Mandates of the Agent Payments Protocol, version
// 0.1, and signs the carts that they are made of.
//
// The desk is the merchant. Beside an offer it hands out a cart that it has
// signed (Merchant). A guest who agrees confirms the cart with a key that
// somebody trusted vouches for: an SD-JWT credential (RFC 9901) whose key
// binding names the cart. The agent presents both, and the Verifier judges
// them against the offer. Agents never write carts.
//
// Hashes are base64url of SHA-256, of the RFC 8785 form where they are of
// JSON; signatures are ES256. AP2 names neither: these are the choices of
// UCP's AP2 extension.
package ap2
