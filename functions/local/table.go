package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"hora/infra/dynamo"
)

// openTable reaches a table with the region and the credentials that any AWS
// tool on this machine would use.
func openTable(ctx context.Context, name, endpoint string, create bool) (*dynamo.Store, error) {
	c, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		return nil, fmt.Errorf("the AWS configuration cannot be read: %w", err)
	}
	if c.Region == "" {
		return nil, errors.New("no AWS region is configured: set AWS_REGION")
	}
	store := dynamo.New(dynamo.Dial(dynamo.Options{Region: c.Region, Endpoint: endpoint, Credentials: c.Credentials}), name)
	if create {
		if err := store.CreateTable(ctx); err != nil {
			return nil, err
		}
	}
	return store, nil
}

// missing words the error that a table does not exist.
func missing(err error, table string) error {
	var none *types.ResourceNotFoundException
	if errors.As(err, &none) {
		return fmt.Errorf("there is no table %s: --create makes it", table)
	}
	return err
}
