package canonical

import "slices"

// A Section is a part of a registry: where people stay, eat, or do something.
type Section string

const (
	SectionStay Section = "stay"
	SectionEat  Section = "eat"
	SectionDo   Section = "do"
)

// Sections are all there are.
var Sections = []Section{SectionStay, SectionEat, SectionDo}

// Known says whether s is one of Sections.
func (s Section) Known() bool { return slices.Contains(Sections, s) }

// Section is where in a registry the services of a kind are found.
func (k Kind) Section() Section {
	switch k {
	case Nights:
		return SectionStay
	case Table:
		return SectionEat
	}
	return SectionDo
}
