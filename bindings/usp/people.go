package usp

import (
	"strings"

	"hora/canonical"
)

// Who and where: the parts of a request that hold personal data. Faults name
// members, never what is in them (10.1.3).

// buyer reads who books and pays. All three of first name, last name and
// e-mail are required.
func (f *faults) buyer(p *person) canonical.Client {
	if p == nil {
		f.unread("buyer", required)
		return canonical.Client{}
	}
	f.required("buyer.first_name", p.FirstName)
	f.required("buyer.last_name", p.LastName)
	f.required("buyer.email", p.Email)
	return f.person("buyer", p)
}

// recipient reads who the appointment is for, if not the buyer. It may be
// given without an e-mail address, as in the specification's own example.
func (f *faults) recipient(p *person) *canonical.Client {
	if p == nil {
		return nil
	}
	c := f.person("recipient", p)
	if c == (canonical.Client{}) {
		f.unread("recipient.first_name", required)
	}
	return &c
}

func (f *faults) person(at string, p *person) canonical.Client {
	f.length(at+".first_name", p.FirstName, maxName)
	f.length(at+".last_name", p.LastName, maxName)
	f.length(at+".phone_number", p.Phone, maxPhone)
	if p.Email != "" && !canonical.IsEmail(p.Email) {
		f.problem(at+".email", canonical.RuleEmail)
	}
	return canonical.Client{Email: p.Email, Name: p.FirstName, Surname: p.LastName, Phone: p.Phone}
}

// address reads where a home visit goes.
func (f *faults) address(a *address) *canonical.Address {
	if a == nil {
		return nil
	}
	const at = "delivery_address."
	f.required(at+"line1", a.Line1)
	f.required(at+"city", a.City)
	f.required(at+"country", a.Country)
	f.length(at+"line1", a.Line1, maxLine)
	f.length(at+"line2", a.Line2, maxLine)
	f.length(at+"city", a.City, maxLine)
	f.length(at+"region", a.Region, maxLine)
	f.length(at+"postal_code", a.PostalCode, maxLine)
	if a.Country != "" && !isCountry(a.Country) {
		f.problem(at+"country", canonical.RuleOneOf)
	}
	c := &canonical.Address{Line1: a.Line1, Line2: a.Line2, City: a.City, Region: a.Region, PostalCode: a.PostalCode, Country: strings.ToUpper(a.Country)}
	if p := a.Coordinates; p != nil {
		if p.Latitude < -90 || p.Latitude > 90 || p.Longitude < -180 || p.Longitude > 180 {
			f.problem(at+"coordinates", canonical.RuleRange)
		}
		c.At = &canonical.Coordinates{Latitude: p.Latitude, Longitude: p.Longitude}
	}
	return c
}

// isCountry says whether text looks like an ISO 3166-1 alpha-2 code.
func isCountry(s string) bool {
	return len(s) == 2 && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && 'a' <= s[1]|0x20 && s[1]|0x20 <= 'z'
}
