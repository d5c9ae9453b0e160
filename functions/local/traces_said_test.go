package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// exchange is what is looked at of an answer, in either version of A2A.
type exchange struct {
	Result struct {
		exchanged
		Task    *exchanged `json:"task"`
		Message *exchanged `json:"message"`
	} `json:"result"`
	Error *struct {
		Code int `json:"code"`
	} `json:"error"`
}

type exchanged struct {
	ID      string `json:"id"`
	Context string `json:"contextId"`
	Status  struct {
		State string `json:"state"`
	} `json:"status"`
}

// say sends one part of a message; a status of 0 is any.
func (s *scene) say(v1 bool, path, token, more, kind, content string) (answer exchanged, body string) {
	s.Helper()
	header := http.Header{"Content-Type": {"application/json"}, "X-A2a-Extensions": {selfeExtension}}
	part, method, role := `{"kind":"`+kind+`","`+kind+`":`+content+`}`, "message/send", "user"
	if v1 {
		header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "A2a-Extensions": {selfeExtension}}
		part, method, role = `{"`+kind+`":`+content+`}`, "SendMessage", "ROLE_USER"
	}
	if token != "" {
		header.Set("Authorization", "Bearer "+token)
	}
	_, body = s.call(http.MethodPost, path, header, fmt.Sprintf(
		`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"message":{"messageId":"traces-%d","role":%q%s,"parts":[%s]}}}`, method, s.sent, role, more, part))
	var e exchange
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		s.Fatalf("%v: %s", err, body)
	}
	answer = e.Result.exchanged
	switch {
	case e.Result.Task != nil:
		answer = *e.Result.Task
	case e.Result.Message != nil:
		answer = *e.Result.Message
	}
	return answer, body
}

const (
	selfeExtension = "https://selfe.ai/a2a/extensions/registry/v1"
	registryDoor   = "/registry/a2a?catalogue=visit-keswick"
	pheasantInn    = `"slf_01M2T7Q2F2MVGDY5GQGMWTM7W1"`
)

// registry says to the registry what has secrets in it: questions with
// contacts, offers, handoffs, mandates good and broken, tokens that are none.
func (s *scene) registry(v1 bool) {
	s.Helper()
	agent, guest := s.token("--client", fmt.Sprintf("agent-%t", v1), "--scope", "bookings:write"), s.token("--sub", fmt.Sprintf("guest-%t", v1), "--scope", "bookings:write")
	mail, phone, bearer := s.contact("email"), s.contact("phone"), s.contact("email")
	for _, contact := range []string{mail, phone, bearer} {
		s.contacts[contact] = nobodys
	}
	about := "a quiet room, write to " + mail + " or call " + phone
	for _, token := range []string{"", agent, guest} {
		text, data := quoted(about), `{"skill":"discover","arguments":{"query":{"text":`+quoted(about)+`}}}`
		s.say(v1, registryDoor, token, `,"metadata":{"token":`+quoted(guest)+`,"mail":`+quoted(mail)+`}`, "text", text)
		s.say(v1, registryDoor, token, "", "data", data)
		s.say(v1, registryDoor, token, "", "data", `{"skill":"match","arguments":{"places":[{"name":`+quoted(mail)+`},{"name":`+quoted(phone)+`}]}}`)
		s.say(v1, registryDoor, token, "", "data", `{"skill":"discover","arguments":{"query":{"text":"x"},"guest":`+quoted(mail)+`}}`)
		s.say(v1, registryDoor, token, "", "text", quoted("my token is "+guest))
	}
	day := map[bool]int{true: 40, false: 50}[v1]
	stay := fmt.Sprintf(`"stay":{"checkIn":%q,"checkOut":%q},"party":{"adults":2}`, s.now.AddDate(0, 0, day).Format("2006-01-02"), s.now.AddDate(0, 0, day+4).Format("2006-01-02"))
	match := `{"skill":"match","arguments":{"places":[{"entityId":` + pheasantInn + `}],"section":"stay",` + stay + `}}`
	_, shown := s.say(v1, registryDoor, agent, "", "data", match)
	offer, handle := member(shown, "offerId"), member(shown, "handle")
	if offer == "" || handle == "" {
		s.Fatalf("nothing is offered: %s", shown)
	}
	s.say(v1, registryDoor, agent, "", "data", `{"skill":"prepare_booking_handoff","arguments":{"venueId":`+pheasantInn+`,"section":"stay","handle":`+quoted(handle)+`}}`)
	for _, accept := range []string{"text/html", "application/json"} {
		_, review, _ := strings.Cut(member(shown, "reviewUrl"), s.desk.url)
		s.call(http.MethodGet, review, http.Header{"Accept": {accept}}, "")
		s.call(http.MethodGet, review+"x", http.Header{"Accept": {accept}}, "")
	}
	file := filepath.Join(s.TempDir(), "answer.json")
	if err := os.WriteFile(file, []byte(shown), 0o600); err != nil {
		s.Fatal(err)
	}
	code, consent, fault := command(s.T, "token", "--mandate", "--cart", file, "--data", s.dir, "--aud", s.desk.url)
	if code != done {
		s.Fatal(fault)
	}
	s.secret("the guest's consent", member(consent, "user_authorization"))
	book := func(token, offer, authority string) (exchanged, string) {
		return s.say(v1, registryDoor, token, "", "data", `{"skill":"book","arguments":{"entityId":`+pheasantInn+`,"offerId":`+quoted(offer)+authority+`}}`)
	}
	broken := strings.Replace(consent, `"user_authorization":"`, `"user_authorization":"x`, 1)
	for _, c := range []struct{ token, authority string }{{agent, `,"authority":` + broken}, {agent, ""}, {"", `,"authority":` + consent}, {guest + "x", ""}, {bearer, ""}} {
		if _, body := book(c.token, offer, c.authority); !strings.Contains(body, `"error"`) {
			s.Errorf("it is booked: %s", body)
		}
	}
	made, body := book(agent, offer, `,"authority":`+strings.TrimSpace(consent))
	if !strings.HasSuffix(strings.ToLower(made.Status.State), "completed") {
		s.Errorf("not booked: %s", body)
	}
	_, shown = s.say(v1, registryDoor, guest, "", "data", match)
	book(guest, member(shown, "offerId"), "")
	for _, token := range []string{agent, guest, guest + "x"} {
		for _, call := range []string{`"GetTask","params":{"id":"` + made.ID + `"}`, `"ListTasks","params":{"includeArtifacts":true,"historyLength":9}`, `"CancelTask","params":{"id":"` + made.ID + `"}`} {
			header := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "Authorization": {"Bearer " + token}}
			s.call(http.MethodPost, registryDoor, header, `{"jsonrpc":"2.0","id":1,"method":`+call+`}`)
		}
	}
	s.call(http.MethodPost, "/registry/search", http.Header{"Content-Type": {"application/json"}, "Authorization": {"Bearer " + guest}}, `{"query":{"text":`+quoted(about)+`}}`)
}

// words says to the front door, and to the dialects of organizations, who
// somebody is.
func (s *scene) words(v1 bool) {
	s.Helper()
	name, mail, phone := s.contact("name"), s.contact("email"), s.contact("phone")
	for _, token := range []string{"", "demo-key"} {
		more := ""
		for _, text := range []string{
			"Quisiera agendar kinesiologia musculoesqueletica, soy " + name + ", mi correo es " + mail + " y mi teléfono " + phone,
			"la 1", "si", "my key is " + s.token("--sub", "words") + ", book for " + mail,
		} {
			a, _ := s.say(v1, "/orgs/clinica-demo/a2a", token, more, "text", quoted(text))
			if a.Context != "" {
				more = `,"contextId":"` + a.Context + `"`
			}
			if strings.HasSuffix(strings.ToLower(strings.ReplaceAll(a.Status.State, "_", "-")), "input-required") {
				more += `,"taskId":"` + a.ID + `"`
			}
		}
		for _, data := range []string{
			`{"operation":"book","arguments":{"service":"nothing","client":{"name":` + quoted(name) + `,"email":` + quoted(mail) + `,"phone":` + quoted(phone) + `}}}`,
			`{"intent":"session.book","clientEmail":` + quoted(mail) + `,"clientName":` + quoted(name) + `}`,
		} {
			s.say(v1, "/orgs/clinica-demo/a2a", token, "", "data", data)
			s.say(v1, "/api/servicialo/clinica-demo/a2a", token, "", "data", data)
			s.say(v1, "/usp/clinica-demo/a2a", token, "", "data", data)
		}
	}
}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// member is the first text of that name, wherever it is.
func member(text, name string) string {
	d := jsontext.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.ReadToken()
		if err != nil {
			return ""
		}
		if token.Kind() == '"' && d.StackPointer().LastToken() == name && token.String() != name {
			return token.String()
		}
	}
}
