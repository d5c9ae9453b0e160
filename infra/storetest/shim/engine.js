'use strict'
// dynalite in this process: its data model, expressions and validation, without
// its HTTP server. Whatever goes through inTurn happens alone, so that a
// transaction is one step for everybody else.

const db = require('dynalite/db')
const validations = require('dynalite/validations')

const store = db.create({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
const operations = {}
for (const name of ['BatchGetItem', 'CreateTable', 'DeleteItem', 'DeleteTable', 'DescribeTable', 'GetItem', 'ListTables', 'PutItem', 'Query', 'Scan', 'UpdateItem']) {
  const file = validations.toLowerFirst(name)
  operations[name] = { act: require('dynalite/actions/' + file), rules: require('dynalite/validations/' + file) }
}

// A Failure is an answer that is an error of the API.
class Failure extends Error {
  constructor (status, type, message, members) {
    super(message)
    this.statusCode = status
    this.body = { __type: 'com.amazonaws.dynamodb.v20120810#' + type, message, ...members }
  }
}

let turn = Promise.resolve()

function inTurn (step) {
  const mine = turn.then(step)
  turn = mine.catch(() => {})
  return mine
}

// check validates a request as that operation and answers it parsed. The
// request itself is left as it is: dynalite writes into what it parses.
function check (name, request) {
  const { rules } = operations[name]
  const parsed = validations.checkTypes(structuredClone(request), rules.types)
  validations.checkValidations(parsed, rules.types, rules.custom, store)
  return parsed
}

// act does a checked request, which must be inside inTurn.
function act (name, parsed) {
  return new Promise((resolve, reject) => {
    operations[name].act(store, parsed, (err, answer) => err ? reject(err) : resolve(answer))
  })
}

// keyOf cuts an item down to its table's key.
async function keyOf (table, item) {
  const { Table } = await act('DescribeTable', { TableName: table })
  return Object.fromEntries(Table.KeySchema.map((k) => [k.AttributeName, item[k.AttributeName]]))
}

// read is one consistent look at an item, which must be inside inTurn.
async function read (table, key) {
  return (await act('GetItem', { TableName: table, Key: key, ConsistentRead: true })).Item
}

// holds says whether a checked request's condition is true of an item.
const holds = (parsed, item) => db.checkConditional(parsed, item) == null

module.exports = { Failure, act, check, holds, inTurn, itemSize: db.itemSize, keyOf, knows: (name) => name in operations, read, validationError: db.validationError }
