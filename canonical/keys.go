package canonical

import (
	"strconv"
	"time"
)

// The keys of every kind of record. Slugs and ids are made of [0-9A-Za-z_-],
// so '#' separates without escaping.

// OrganizationKey is the organisation itself; its version is the revision of
// the whole catalogue, and every act reads it.
func OrganizationKey(slug string) StoreKey { return StoreKey{"ORG#" + slug, "ORG"} }

// ServiceKey is a catalogue entry, in the organisation's partition.
func ServiceKey(slug, id string) StoreKey { return StoreKey{"ORG#" + slug, "SVC#" + id} }

// ProviderKey is a provider, in the organisation's partition.
func ProviderKey(slug, id string) StoreKey { return StoreKey{"ORG#" + slug, "PRV#" + id} }

// ResourceKey is a resource, in the organisation's partition.
func ResourceKey(slug, id string) StoreKey { return StoreKey{"ORG#" + slug, "RES#" + id} }

// LoadPartition lists the organisation files that were loaded.
const LoadPartition = "LOAD"

// LoadKey remembers what was loaded from a file, by the partition of which
// the file says everything, such as an organisation's.
func LoadKey(partition string) StoreKey { return StoreKey{LoadPartition, partition} }

// SeatsPartition lists the seats of a class, by start and block; see SeatsKey.
func SeatsPartition(slug, service string) string { return "SEAT#" + slug + "#" + service }

// SeatsKey is one block of the seats of one start. Its parts are who takes how
// many.
func SeatsKey(partition string, start time.Time, block int) StoreKey {
	return StoreKey{partition, SeatsSort(start) + "#" + strconv.Itoa(1000 + block)[1:]}
}

// SeatsSort is where the blocks of a start are in their partition.
func SeatsSort(start time.Time) string { return start.UTC().Format(SlotTime) }

// HoldsKey counts the holds of one caller on one service, by the hash of the
// two: one part a hold.
func HoldsKey(slug, hash string) StoreKey { return StoreKey{"HELD#" + slug + "#" + hash, "HELD"} }

// WaitlistPartition lists the entries of an organisation's waitlists in order
// of joining.
func WaitlistPartition(slug string) string { return "WAIT#" + slug }

// QueueKey is who still waits for a service: one part an entry.
func QueueKey(slug, service string) StoreKey {
	return StoreKey{"QUEUE#" + slug + "#" + service, "QUEUE"}
}

// EntryKey is one place on a waitlist.
func EntryKey(slug, id string) StoreKey { return StoreKey{WaitlistPartition(slug), id} }

// SecretKey is what a key of that SHA-256 opens at that organisation.
func SecretKey(sha256, slug string) StoreKey { return StoreKey{"KEY#" + sha256, slug} }

// PlatformKey is whose an address is at which a platform describes itself, by
// its hash.
func PlatformKey(slug, hash string) StoreKey { return StoreKey{"AGENT#" + slug + "#" + hash, "AGENT"} }

// CalendarKey is the busy time, on one UTC day, of whoever or whatever can be
// in one place at a time; see ProviderCalendar and ResourceCalendar.
func CalendarKey(calendar string, day Date) StoreKey { return StoreKey{calendar, string(day)} }

// ProviderCalendar is the partition of a provider's busy days.
func ProviderCalendar(slug, id string) string { return "CAL#" + slug + "#p-" + id }

// ResourceCalendar is the partition of a resource's busy days.
func ResourceCalendar(slug, id string) string { return "CAL#" + slug + "#r-" + id }

// BookingKey is a booking with its whole history.
func BookingKey(id string) StoreKey { return StoreKey{"BKG#" + id, "BKG"} }

// HoldKey is a hold.
func HoldKey(id string) StoreKey { return StoreKey{"HOLD#" + id, "HOLD"} }

// DayIndexKey lists a booking under its organisation, by UTC day.
func DayIndexKey(slug string, day Date, id string) StoreKey {
	return StoreKey{"ORG#" + slug + "#BKG", string(day) + "#" + id}
}

// ClientKey is a client, found by the hash of the e-mail address.
func ClientKey(slug, hash string) StoreKey { return StoreKey{"CLI#" + slug + "#" + hash, "CLI"} }

// ClientIndexKey lists a booking under its client, by UTC day.
func ClientIndexKey(slug, hash string, day Date, id string) StoreKey {
	return StoreKey{"CLI#" + slug + "#" + hash, string(day) + "#" + id}
}

// MessageKey is the record that makes a message happen once.
func MessageKey(slug, hash string) StoreKey { return StoreKey{"MSG#" + slug + "#" + hash, "MSG"} }

// RegistryKey is a registry; its version is the revision of all its places.
func RegistryKey(id string) StoreKey { return StoreKey{"CAT#" + id, "CAT"} }

// PlaceKey is a place, in its registry's partition.
func PlaceKey(registry, entity string) StoreKey { return StoreKey{"CAT#" + registry, "PLC#" + entity} }

// OfferKey exists once an offer of that id was booked.
func OfferKey(id string) StoreKey { return StoreKey{"OFFER#" + id, "OFFER"} }

// GuestClaimKey is a guest's claim, by the hash of who claims what at whose
// place.
func GuestClaimKey(hash string) StoreKey { return StoreKey{"CLAIM#" + hash, "CLAIM"} }

// MonthKey is the nights taken, in one month, of a unit that is sold by the
// night; see ResourceCalendar. Nights are counted in UTC, each by its own date.
func MonthKey(calendar string, day Date) StoreKey {
	return StoreKey{calendar, string(day[:len("2006-01")])}
}

// TaskPartition lists the tasks of one owner, by the hash of who it is.
func TaskPartition(owner string) string { return "TASK#" + owner }

// TaskKey is a task as lists show it.
func TaskKey(owner, id string) StoreKey { return StoreKey{TaskPartition(owner), id} }

// TaskOutcomeKey is the rest of a task: its history and outcome.
func TaskOutcomeKey(id string) StoreKey { return StoreKey{"OUT#" + id, "OUT"} }

// ConversationKey is a conversation, by the hash of whose it is and its id.
func ConversationKey(hash string) StoreKey { return StoreKey{"CONV#" + hash, "CONV"} }

// PaymentKey is a payment intent.
func PaymentKey(slug, id string) StoreKey { return StoreKey{"PAY#" + slug + "#" + id, "PAY"} }

// OrderKey is a service order that bookings attach to.
func OrderKey(slug, id string) StoreKey { return StoreKey{"ORD#" + slug + "#" + id, "ORD"} }

// SaleKey is a sale that bookings attach to.
func SaleKey(slug, id string) StoreKey { return StoreKey{"SALE#" + slug + "#" + id, "SALE"} }

// CartMandateKey exists once a Cart Mandate was used: the act that it
// authorises writes it, and a second such act cannot.
func CartMandateKey(c Consent) StoreKey { return StoreKey{"MANDATE#" + c.Once, "MANDATE"} }

// DueShards is over how many partitions due work is spread.
const DueShards = 4

// DuePartition is one shard of what sweep must look at, in order of time.
func DuePartition(shard int) string { return "DUE#" + string(rune('0'+shard%DueShards)) }

// DueKey is one piece of due work.
func DueKey(shard int, at time.Time, id string) StoreKey {
	return StoreKey{DuePartition(shard), at.UTC().Format(DueTime) + "#" + id}
}

// DueTime is how a due instant is written: it orders as text.
const DueTime = "2006-01-02T15:04:05Z"

// AllowanceKey counts the calls of one caller through one door in one window.
func AllowanceKey(bucket string, window time.Time) StoreKey {
	return StoreKey{"ALLOW#" + bucket, window.UTC().Format(DueTime)}
}
