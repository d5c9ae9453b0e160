package engine

import (
	"cmp"
	"slices"
	"sort"

	"github.com/go-json-experiment/json"

	"hora/canonical"
)

// getTask answers with a task as it stands.
func getTask(c canonical.GetTask) plan {
	return func(v *view) (change, *canonical.Error) {
		t, ok, refusal := v.task(c.Task)
		if ok = v.want(canonical.TaskOutcomeKey(c.Task)) && ok; refusal != nil || !ok {
			return change{}, refusal
		}
		return v.lookedInto(t)
	}
}

// whole is the task with its history and outcome, which have been read.
func (v *view) whole(t canonical.Task) canonical.Task {
	rest, _ := document[archived](v, canonical.TaskOutcomeKey(t.ID))
	t.History, t.Outcome = rest.History, rest.Outcome
	return t
}

// cancelTask gives up a task that waits for its caller, and with it what the
// conversation had come to.
func cancelTask(c canonical.CancelTask) plan {
	return func(v *view) (change, *canonical.Error) {
		t, ok, refusal := v.task(c.Task)
		if ok = v.want(canonical.TaskOutcomeKey(c.Task)) && ok; refusal != nil || !ok {
			return change{}, refusal
		}
		if t.State != canonical.TaskInputRequired {
			return refuse(canonical.TaskOver)
		}
		k := v.conversationKey(t.Organization, t.Conversation, t.ID)
		if !v.want(k) {
			return pending()
		}
		t.State, t.At = canonical.TaskCancelled, v.now
		writes := []canonical.Write{until(put(v, canonical.TaskKey(v.owner(t.ID), t.ID), t), v.now.Add(taskKept))}
		if talk, ok := document[canonical.Conversation](v, k); ok && talk.Task == t.ID {
			writes = append(writes, canonical.Write{Kind: canonical.Delete, Record: v.Record(k)})
		}
		return change{writes: writes, outcome: canonical.Outcome{Result: v.whole(t)}}, nil
	}
}

// pageSize is how many tasks a page holds where the caller does not say.
const pageSize = 50

// listTasks answers with the caller's tasks, the last changed first. Total
// counts all that match, whatever the page.
func listTasks(c canonical.ListTasks) plan {
	return func(v *view) (change, *canonical.Error) {
		all := canonical.Range{Partition: canonical.TaskPartition(v.owner(""))}
		if !v.wantList(all) {
			return pending()
		}
		found := v.matching(all, c)
		page := canonical.TaskPage{Tasks: []canonical.Task{}, Size: cmp.Or(c.Size, pageSize), Total: len(found)}
		list, start := listOfTasks+v.owner(""), 0
		after, refusal := v.placeIn(list, c.After)
		if refusal != nil {
			return change{}, refusal
		}
		if after != "" {
			start, _ = slices.BinarySearchFunc(found, after, func(t canonical.Task, at string) int { return cmp.Compare(at, order(t)) })
			if start < len(found) && order(found[start]) == after {
				start++
			}
		}
		end := min(start+page.Size, len(found))
		page.Tasks = append(page.Tasks, found[start:end]...)
		if end < len(found) {
			page.Next = v.cursorIn(list, order(found[end-1]))
		}
		if c.Whole {
			read := true
			for _, t := range page.Tasks {
				read = v.want(canonical.TaskOutcomeKey(t.ID)) && read
			}
			if !read {
				return pending()
			}
			for i, t := range page.Tasks {
				page.Tasks[i] = v.whole(t)
			}
		}
		return answer(page)
	}
}

// matching are the tasks that a list asks for, newest change first.
func (v *view) matching(all canonical.Range, c canonical.ListTasks) (found []canonical.Task) {
	for _, r := range v.lists[all] {
		var t canonical.Task
		if json.Unmarshal(r.Body, &t) != nil || !r.Expires.IsZero() && !v.now.Before(r.Expires) {
			continue
		}
		if v.req.Organization != "" && t.Organization != v.req.Organization ||
			c.Conversation != "" && t.Conversation != c.Conversation ||
			c.State != "" && t.State != c.State ||
			!c.Since.IsZero() && t.At.Before(c.Since) {
			continue
		}
		found = append(found, t)
	}
	sort.Slice(found, func(i, j int) bool { return order(found[i]) > order(found[j]) })
	return found
}

// order is a task's place in the list, as text: by last change, then id.
func order(t canonical.Task) string {
	return t.At.UTC().Format("2006-01-02T15:04:05.000000000Z") + t.ID
}
