package orgfile_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"hora/canonical"
	"hora/infra/orgfile"
	"hora/testdata/orgs"
)

var update = flag.Bool("update", false, "rewrite the problems in testdata")

func TestProblems(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, problems := orgfile.Parse(name, a.Files[0].Data)
			if f != nil {
				t.Error("a document with problems was found good")
			}
			var got strings.Builder
			for _, p := range problems {
				got.WriteString(p.String() + "\n")
			}
			if *update {
				a.Files[1].Data = []byte(got.String())
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(a.Files[1].Data), got.String()); diff != "" {
				t.Errorf("problems differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestBrokenDocuments(t *testing.T) {
	for _, c := range []struct{ name, document, want string }{
		{"empty", "", "line 1, column 1: the document ends too early"},
		{"no object", "[]", "want an object"},
		{"no shape", `{"services": []}`, `want a document with the member "organization" or "catalogue"`},
		{"cut off", "{\n  \"organization\": {\"slug\": \"abc\",", "line 2, column 34: the document ends too early"},
		{"cut off in a text", `{"organization": {"slug": "ab`, "line 1, column 30: the document ends too early"},
		{"a comma too many", "{\n\"organization\": {},\n}", "line 2, column 19: a comma, and nothing follows it"},
		{"no UTF-8", "{\"organization\": {\"slug\": \"a\xffb\"}}", "line 1, column 29: invalid UTF-8"},
		{"two documents", `{"organization": {}} {"organization": {}}`, "want one document in a file"},
		{"rubbish behind", `{"organization": {}} x`, "line 1, column 22: invalid character 'x' at start of value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, problems := orgfile.Parse("x.json", []byte(c.document))
			if f != nil || len(problems) == 0 {
				t.Fatalf("found good: %v", f)
			}
			if got := problems[len(problems)-1].String(); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// A secret that stands where its hash should must not be repeated in a
// message that ends in a log.
func TestNoSecretInProblems(t *testing.T) {
	const secret = "hunter2-hunter2"
	_, problems := orgfile.Parse("x.json", []byte(`{"organization": {"keys": [{"name": "k", "role": "organization", "sha256": "`+secret+`"}]}}`))
	found := false
	for _, p := range problems {
		if strings.Contains(p.String(), secret) {
			t.Errorf("%s", p)
		}
		found = found || p.Path == "organization.keys[0].sha256"
	}
	if !found {
		t.Error("the secret was taken for a hash")
	}
}

func TestReservedSlugs(t *testing.T) {
	for _, slug := range []string{"resolve", "registry", "manifest"} {
		_, problems := orgfile.Parse("x.json", []byte(`{"organization": {"slug": "`+slug+`"}}`))
		if want := (orgfile.Problem{Path: "organization.slug", Text: `"` + slug + `" is reserved`}); !slices.Contains(problems, want) {
			t.Errorf("%s: %v", slug, problems)
		}
	}
}

func TestDemonstration(t *testing.T) {
	demo, _ := demonstration(t)
	clinic := demo["clinica-demo"]
	var services []string
	for _, s := range clinic.Services {
		services = append(services, s.ID)
		if s.Providers[0] != "clx1abc123" {
			t.Errorf("%s: the default provider is %s", s.ID, s.Providers[0])
		}
		if prepaid := s.Prepaid().Amount > 0; prepaid != (s.ID == "cmiofy9re007fus0wn9g1t3h3") {
			t.Errorf("%s: prepaid %v", s.ID, prepaid)
		}
	}
	want := []string{"cmiofz81v00fdus0wfmw2tav9", "cmiofy9re007fus0wn9g1t3h3", "cmiofy3o7005zus0wvsk0xqdc"}
	if diff := cmp.Diff(want, services); diff != "" {
		t.Error(diff)
	}
	for slug, zone := range map[string]string{
		"clinica-demo": "America/Santiago", "glamour-salon": "America/New_York",
		"taller-24h": "America/Santiago",
	} {
		o := demo[slug]
		if o == nil {
			t.Errorf("there is no %s", slug)
			continue
		}
		if o.Organization.Timezone != zone || !o.Organization.Public {
			t.Errorf("%s: zone %s, public %v", slug, o.Organization.Timezone, o.Organization.Public)
		}
		var roles []canonical.Role
		for _, k := range o.Organization.Keys {
			roles = append(roles, k.Role)
		}
		if diff := cmp.Diff([]canonical.Role{canonical.RoleOrganization, canonical.RolePlatform, canonical.RoleBusiness}, roles); diff != "" {
			t.Errorf("%s: %s", slug, diff)
		}
	}
}

// demonstration parses every embedded file; they are all good, and named after
// what they are about.
func demonstration(t *testing.T) (map[string]*orgfile.Organization, *orgfile.Catalogue) {
	t.Helper()
	files, err := orgs.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	demo, keswick := map[string]*orgfile.Organization{}, (*orgfile.Catalogue)(nil)
	for _, f := range files {
		b, err := orgs.Files.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		file := parse(t, f.Name(), b)
		if file.Document.Title()+".json" != f.Name() {
			t.Errorf("%s is about %s", f.Name(), file.Document.Title())
		}
		switch d := file.Document.(type) {
		case *orgfile.Organization:
			demo[d.Title()] = d
		case *orgfile.Catalogue:
			keswick = d
		}
	}
	return demo, keswick
}

func parse(t *testing.T, name string, document []byte) *orgfile.File {
	t.Helper()
	f, problems := orgfile.Parse(name, document)
	for _, p := range problems {
		t.Errorf("%s: %s", name, p)
	}
	if f == nil {
		t.FailNow()
	}
	return f
}

// A good document stays good whatever follows it in memory, and no prefix of
// it is good or makes Parse panic.
func TestPrefixes(t *testing.T) {
	b, err := orgs.Files.ReadFile("clinica-demo.json")
	if err != nil {
		t.Fatal(err)
	}
	whole := len(bytes.TrimSpace(b))
	for n := range whole {
		if f, problems := orgfile.Parse("x", b[:n]); f != nil || len(problems) == 0 {
			t.Fatalf("the first %d bytes were found good", n)
		}
	}
}

func FuzzParse(f *testing.F) {
	b, err := orgs.Files.ReadFile("glamour-salon.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte(`{"organization": {"policies": {"late_fee": null}}, "services": [{"price": {}}, 3]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		file, problems := orgfile.Parse("x", b)
		if (file == nil) != (len(problems) > 0) {
			t.Errorf("file %v with %d problems", file, len(problems))
		}
	})
}
