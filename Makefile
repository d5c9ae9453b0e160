# hora. `make` alone says what there is.

.DEFAULT_GOAL := help
.PHONY: help run test clients bench soak deletable interop build events lint fuzz clean always

GO ?= go
GOARCH ?= arm64
ARTIFACTS_DIR ?= bin
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
CFN_LINT := cfn-lint==1.58.0
SAM := aws-sam-cli==1.170.0
MOTO := moto[server]==5.2.5
# Folder with schemas/ard, schemas/usp, fixtures/usp and fixtures/usp-vectors, which are not ours to copy.
PUBLISHED ?= ../shared
# What moto has not: DynamoDB's bound of a transaction's size, and the units a call takes.
MOTO_LACKS := ^TestContract$$/^big_bodies$$|^TestOperations$$
VENV := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/hora-interop

# The official clients of A2A, each a module of its own, and the desk that they
# are driven against.
INTEROP := testdata/interop
JS := $(INTEROP)/js/node_modules/.package-lock.json
BROWSER := $(INTEROP)/browser/node_modules/.package-lock.json
DESK := HORA_DESK=$(abspath bin/desk)

# What a function is built with, here, in the tests and by sam build.
LAMBDA := CGO_ENABLED=0 GOOS=linux GOARCH=$(GOARCH) $(GO) build -trimpath -buildvcs=false -tags lambda.norpc -ldflags '-s -w'

# Every folder of functions/ with a main is a Lambda function, but for local.
FUNCTIONS := $(filter-out local,$(patsubst functions/%/main.go,%,$(wildcard functions/*/main.go)))

help: ## what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## serve every dialect on 127.0.0.1:8080, with demo data
	$(GO) run ./functions/local

test: ## everything that a change must pass; needs Go and Node
	$(GO) vet ./...
	$(GO) test -timeout 20m ./...
	$(MAKE) --no-print-directory clients

clients: bin/desk $(JS) ## the Go and JavaScript clients of A2A, against a desk that runs
	cd $(INTEROP)/go1 && $(DESK) $(GO) test -count 1 ./...
	cd $(INTEROP)/go03 && $(DESK) $(GO) test -count 1 ./...
	cd $(INTEROP)/js && $(DESK) node --test --test-reporter=spec

bin/desk: always
	$(GO) build -o $@ ./functions/local

$(JS) $(BROWSER): %/node_modules/.package-lock.json: %/package-lock.json
	cd $* && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

bench: bin/desk ## what things cost, as ratios measured in one run: a Markdown table
	@$(GO) run ./testdata/bench/table

soak: ## the long tests
	HORA_SOAK=1 $(GO) test -count 1 -timeout 4h ./...
	$(MAKE) --no-print-directory deletable

deletable: ## remove each binding in turn, and add one, in copies of the tree that must still pass
	$(GO) run ./testdata/deletable

lint: ## go vet and staticcheck
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

interop: $(VENV)/ready $(VENV)/a2a-1.0/ready $(VENV)/a2a-0.3/ready bin/desk $(BROWSER) ## what needs PyPI, a browser or PUBLISHED: the Python clients of A2A, the review page, the schemas and examples of USP and ARD, cfn-lint, sam validate, sam build, the DynamoDB of moto
	cd $(INTEROP)/py && $(DESK) PYTHONDONTWRITEBYTECODE=1 $(VENV)/a2a-1.0/bin/pytest -q test_v10.py
	cd $(INTEROP)/py && $(DESK) PYTHONDONTWRITEBYTECODE=1 $(VENV)/a2a-0.3/bin/pytest -q test_v03.py
	cd $(INTEROP)/browser && $(DESK) node --test --test-reporter=spec page.test.js confirm.test.js
	$(VENV)/bin/cfn-lint template.yaml
	export SAM_CLI_TELEMETRY=0 AWS_DEFAULT_REGION=us-east-1; \
		$(VENV)/bin/sam validate --lint && $(VENV)/bin/sam build
	PYTHONDONTWRITEBYTECODE=1 $(VENV)/bin/python $(INTEROP)/dynamodb/beside.py $(GO) test -count 1 -skip '$(MOTO_LACKS)' ./infra/dynamo ./functions
	cd $(INTEROP)/usp && $(DESK) HORA_USP=$(abspath $(PUBLISHED)) $(GO) test -count 1 ./...
	cd $(INTEROP)/browser && $(DESK) HORA_ARD=$(abspath $(PUBLISHED)) node --test --test-reporter=spec documents.test.js

$(VENV)/a2a-%/ready: $(INTEROP)/py/requirements-%.txt
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

# not in the tree: sam build copies that
$(VENV)/ready: Makefile
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check '$(CFN_LINT)' '$(SAM)' '$(MOTO)'
	touch $@

fuzz: ## every fuzz test, FUZZTIME=5s each
	@grep -rHo --include='*_test.go' '^func Fuzz[A-Za-z0-9_]*' . | sed 's|/[^/]*:func | |' | sort | while read -r dir name; do \
		echo "== $$name in $$dir"; $(GO) test -run '^$$' -fuzz "^$$name$$" -fuzztime $(or $(FUZZTIME),5s) $$dir || exit 1; done

build: $(FUNCTIONS:%=bin/%/bootstrap) ## every Lambda function, into bin/<function>/bootstrap

$(FUNCTIONS:%=bin/%/bootstrap): bin/%/bootstrap: always
	$(LAMBDA) -o $@ ./functions/$*

# sam build calls this with the name of the resource, such as ServicialoFunction.
build-%Function:
	$(LAMBDA) -o $(ARTIFACTS_DIR)/bootstrap ./functions/$(shell echo $* | tr A-Z a-z)

events: ## the events of testdata/events with dates filled in, into bin/events
	$(GO) run ./functions/internal/eventfile/fill

clean: ## remove what was built
	rm -rf bin .aws-sam
