package canonical_test

import (
	"reflect"
	"testing"
	"time"

	"hora/canonical"
)

// TestClone fills a booking to its last part, whatever parts it will have, and
// looks whether a copy says the same and shares nothing.
func TestClone(t *testing.T) {
	var b canonical.Booking
	fill(reflect.ValueOf(&b).Elem())
	c := b.Clone()
	if !reflect.DeepEqual(b, c) {
		t.Fatalf("the copy of\n%+v\nis\n%+v", b, c)
	}
	apart(t, "Booking", reflect.ValueOf(b), reflect.ValueOf(c))

	var none canonical.Booking
	if c := none.Clone(); !reflect.DeepEqual(none, c) {
		t.Errorf("the copy of an empty booking is %+v", c)
	}
}

var instant = time.Date(2026, 3, 30, 12, 0, 0, 0, time.UTC)

// fill gives every part of a value something to hold.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(instant))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 4))
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(1.5)
	default:
		v.SetInt(7)
	}
}

// apart fails for every part that two values share.
func apart(t *testing.T, name string, a, b reflect.Value) {
	t.Helper()
	switch a.Kind() {
	case reflect.Struct:
		if a.Type() == reflect.TypeFor[time.Time]() {
			return
		}
		for i := range a.NumField() {
			apart(t, name+"."+a.Type().Field(i).Name, a.Field(i), b.Field(i))
		}
	case reflect.Pointer:
		if a.Pointer() == b.Pointer() {
			t.Errorf("%s is shared", name)
		}
		apart(t, name, a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Pointer() == b.Pointer() {
			t.Errorf("%s is shared", name)
		}
		for i := range a.Len() {
			apart(t, name+"[]", a.Index(i), b.Index(i))
		}
	case reflect.Map:
		if a.Pointer() == b.Pointer() {
			t.Errorf("%s is shared", name)
		}
	}
}
