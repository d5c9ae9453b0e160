package dynamo_test

import (
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"hora/canonical"
	"hora/infra/dynamo"
	"hora/infra/storetest"
)

func TestCreateTable(t *testing.T) {
	t.Parallel()
	s, table := open(t, dynamo.Options{})
	r := canonical.Record{StoreKey: canonical.StoreKey{Partition: "A", Sort: "1"}}
	if err := s.Commit(t.Context(), canonical.Write{Record: r}); err != nil {
		t.Fatal(err)
	}
	if err := s.CreateTable(t.Context()); err != nil {
		t.Errorf("a second time: %v", err)
	}
	r.Version = 1
	wantStored(t, s, r)

	client := dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: storetest.Dynamo(t), AccessKeyID: "a", SecretAccessKey: "b"})
	described, err := client.DescribeTable(t.Context(), &dynamodb.DescribeTableInput{TableName: &table})
	if err != nil {
		t.Fatal(err)
	}
	if mode := described.Table.BillingModeSummary; mode == nil || mode.BillingMode != types.BillingModePayPerRequest {
		t.Errorf("billing mode %+v, want on demand", mode)
	}
	ttl, err := client.DescribeTimeToLive(t.Context(), &dynamodb.DescribeTimeToLiveInput{TableName: &table})
	if err != nil {
		t.Fatal(err)
	}
	if d := ttl.TimeToLiveDescription; d.TimeToLiveStatus != types.TimeToLiveStatusEnabled || aws.ToString(d.AttributeName) != "x" {
		t.Errorf("time to live %+v, want it on x", d)
	}
}

// TestStoredItem pins the attributes: the template, other tools and items
// already stored depend on them.
func TestStoredItem(t *testing.T) {
	t.Parallel()
	s, table := open(t, dynamo.Options{})
	r := fullRecord()
	if err := s.Commit(t.Context(), canonical.Write{Record: r}, canonical.Write{Record: canonical.Record{StoreKey: canonical.StoreKey{Partition: "A", Sort: "bare"}}}); err != nil {
		t.Fatal(err)
	}
	client := dynamo.Dial(dynamo.Options{Region: "us-east-1", Endpoint: storetest.Dynamo(t), AccessKeyID: "a", SecretAccessKey: "b"})
	out, err := client.Scan(t.Context(), &dynamodb.ScanInput{TableName: &table})
	if err != nil {
		t.Fatal(err)
	}
	items := map[string]map[string]types.AttributeValue{}
	for _, m := range out.Items {
		items[m["sk"].(*types.AttributeValueMemberS).Value] = m
	}
	str := func(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }
	num := func(s string) types.AttributeValue { return &types.AttributeValueMemberN{Value: s} }
	want := map[string]map[string]types.AttributeValue{
		"full": {"pk": str("A"), "sk": str("full"), "v": num("1"), "b": &types.AttributeValueMemberB{Value: []byte(`{"n":1}`)},
			"p": &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{"i": str("1 2")}}, "x": num("1775048400")},
		"bare": {"pk": str("A"), "sk": str("bare"), "v": num("1"), "p": &types.AttributeValueMemberM{Value: map[string]types.AttributeValue{}}},
	}
	if diff := diffItems(want, items); diff != "" {
		t.Errorf("items: (-want +got)\n%s", diff)
	}
}

func fullRecord() canonical.Record {
	return canonical.Record{StoreKey: canonical.StoreKey{Partition: "A", Sort: "full"}, Body: []byte(`{"n":1}`),
		Parts: map[string]string{"i": "1 2"}, Expires: time.Unix(1775048400, 0)}
}

func diffItems(want, got map[string]map[string]types.AttributeValue) string {
	return cmp.Diff(want, got, cmpopts.IgnoreUnexported(types.AttributeValueMemberS{}, types.AttributeValueMemberN{}, types.AttributeValueMemberB{}, types.AttributeValueMemberM{}))
}
