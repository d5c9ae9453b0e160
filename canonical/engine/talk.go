package engine

import (
	"time"

	"hora/canonical"
)

// talkKept is how long a conversation is remembered after its last message,
// and talkTouched how often at most that is written down.
const (
	talkKept    = 30 * time.Minute
	talkTouched = time.Minute
)

// unguessable is how long an id is at least that nobody finds by trying. The
// desk's own are longer.
const unguessable = 20

// conversationKey is where a conversation is kept. Where nobody is known to be
// calling, a context id that anyone could think of leads nowhere without its
// task.
func (v *view) conversationKey(organization, id, task string) canonical.StoreKey {
	who := v.req.Caller
	if who == "" && len(id) < unguessable {
		who = "~" + task
	}
	return canonical.ConversationKey(hash(organization, v.door(), who, id))
}

// remember writes the conversation down, when it has changed or was last
// touched a while ago. What an open one has come to is kept for the next
// message; an act that was done leaves nothing of it.
func (v *view) remember(c *change, task string, open bool) {
	looked := len(c.writes) == 0
	switch _, talks := v.req.Command.(canonical.Converse); {
	case looked && !talks, // nothing was said that a later message could build on
		v.aside,
		looked && (v.talk.Draft.Want == canonical.OpNone || v.talk.Draft.Want == canonical.OpDescribe),
		task == "" && v.req.Caller == "" && len(v.talk.ID) < unguessable:
		return
	}
	talk := canonical.Conversation{ID: v.talk.ID, Task: task, Until: v.now.Add(talkKept)}
	if open {
		talk.Draft = v.talk.Draft
		talk.Offer, talk.Asked = offers(&c.outcome)
	}
	changed := talk.Draft != nil || v.talk.Draft != nil || len(v.talk.Offer) > 0
	if !changed && talk.Until.Sub(v.talk.Until) < talkTouched {
		return
	}
	c.writes = append(c.writes, until(put(v, v.conversationKey(v.req.Organization, talk.ID, task), talk), talk.Until))
}

// choosable is how many starts an answer can offer by number.
const choosable = 9

// offers is what an answer leaves to choose from, and what it asks for.
func offers(o *canonical.Outcome) ([]canonical.Slot, canonical.Field) {
	switch r := o.Result.(type) {
	case canonical.Question:
		if len(o.Needs) > 0 {
			return r.Offer, o.Needs[0].Field
		}
		return r.Offer, ""
	case canonical.Slots:
		return r.Slots[:min(len(r.Slots), choosable)], canonical.FieldTime
	case canonical.Catalogue:
		return nil, canonical.FieldService
	}
	return nil, ""
}
