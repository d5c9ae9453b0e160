// Command bare is what a function that reads and writes a table cannot do
// without: the Lambda runtime and a DynamoDB client that makes the requests
// that the store makes. What the desk's functions cost beyond that is measured
// against it.
package main

import (
	"context"
	"os"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

type function struct{ client *dynamodb.Client }

func main() {
	lambda.Start(function{dynamodb.New(dynamodb.Options{
		Region: os.Getenv("AWS_REGION"),
		Credentials: aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
			return aws.Credentials{AccessKeyID: os.Getenv("AWS_ACCESS_KEY_ID"), SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"), SessionToken: os.Getenv("AWS_SESSION_TOKEN")}, nil
		}),
	})})
}

func (f function) Invoke(ctx context.Context, _ []byte) ([]byte, error) {
	table := aws.String(os.Getenv("HORA_TABLE"))
	key := map[string]types.AttributeValue{"pk": &types.AttributeValueMemberS{Value: "a"}, "sk": &types.AttributeValueMemberS{Value: "b"}}
	if _, err := f.client.GetItem(ctx, &dynamodb.GetItemInput{TableName: table, Key: key}); err != nil {
		return nil, err
	}
	if _, err := f.client.BatchGetItem(ctx, &dynamodb.BatchGetItemInput{RequestItems: map[string]types.KeysAndAttributes{*table: {Keys: []map[string]types.AttributeValue{key}}}}); err != nil {
		return nil, err
	}
	if _, err := f.client.Query(ctx, &dynamodb.QueryInput{TableName: table, KeyConditionExpression: aws.String("pk = :pk"), ExpressionAttributeValues: map[string]types.AttributeValue{":pk": key["pk"]}}); err != nil {
		return nil, err
	}
	if _, err := f.client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{{Put: &types.Put{TableName: table, Item: key}}}}); err != nil {
		return nil, err
	}
	if _, err := f.client.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: table, Key: key}); err != nil {
		return nil, err
	}
	return []byte("null"), nil
}
