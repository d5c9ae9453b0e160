'use strict'
// The operations of the API, as this server does them.

const engine = require('./engine')
const { busyWithTransaction, hold, nameOf } = require('./holds')
const { shuffled, stroll } = require('./pace')
const { transactWrite } = require('./transaction')

const MAX_BATCH_BYTES = 16 * 1024 * 1024
const timeToLive = new Map() // table -> its specification; nothing is ever deleted by it here

// batchGet reads item by item, in any order, with time between them: a batch
// is no snapshot. unprocessed is a fault: half of the keys are left undone.
async function batchGet (request, { unprocessed } = {}) {
  engine.check('BatchGetItem', request)
  const answer = { Responses: {}, UnprocessedKeys: {} }
  const units = {}
  let bytes = 0
  for (const [table, asked] of Object.entries(request.RequestItems)) {
    const { Keys, ...how } = asked
    const found = answer.Responses[table] = []
    const undone = []
    const order = shuffled(Keys)
    for (const [i, Key] of order.entries()) {
      if (bytes > MAX_BATCH_BYTES || (unprocessed && i >= order.length / 2)) {
        undone.push(Key)
        continue
      }
      await stroll(order.length)
      const get = engine.check('GetItem', { TableName: table, Key, ...how, ReturnConsumedCapacity: 'TOTAL' })
      const { Item, ConsumedCapacity } = await engine.inTurn(() => engine.act('GetItem', get))
      units[table] = (units[table] || 0) + ConsumedCapacity.CapacityUnits
      if (Item) {
        found.push(Item)
        bytes += engine.itemSize(Item)
      }
    }
    if (undone.length) answer.UnprocessedKeys[table] = { ...how, Keys: undone }
  }
  if (request.ReturnConsumedCapacity && request.ReturnConsumedCapacity !== 'NONE') {
    answer.ConsumedCapacity = Object.entries(units).map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits }))
  }
  return answer
}

// write does a plain write. A failed condition carries the item where ALL_OLD
// asks for it, which dynalite leaves out.
async function write (name, request) {
  const { ReturnValuesOnConditionCheckFailure: wanted, ...rest } = request
  const parsed = engine.check(name, rest)
  const key = name === 'PutItem' ? await engine.keyOf(request.TableName, request.Item) : request.Key
  const item = nameOf(request.TableName, key)
  if (busyWithTransaction(item)) throw new engine.Failure(400, 'TransactionConflictException', 'Transaction is ongoing for the item')
  const release = hold([item], 'writes')
  try {
    return await engine.inTurn(async () => {
      const old = wanted === 'ALL_OLD' ? await engine.read(request.TableName, key) : undefined
      try {
        return await engine.act(name, parsed)
      } catch (e) {
        if (old && /ConditionalCheckFailed/.test(e.body?.__type)) e.body.Item = old
        throw e
      }
    })
  } finally {
    release()
  }
}

async function updateTimeToLive ({ TableName, TimeToLiveSpecification: spec }) {
  await engine.act('DescribeTable', { TableName })
  if (timeToLive.get(TableName)?.Enabled === spec.Enabled) {
    throw engine.validationError(`TimeToLive is already ${spec.Enabled ? 'enabled' : 'disabled'}`)
  }
  timeToLive.set(TableName, spec)
  return { TimeToLiveSpecification: spec }
}

async function describeTimeToLive ({ TableName }) {
  await engine.act('DescribeTable', { TableName })
  const spec = timeToLive.get(TableName)
  return { TimeToLiveDescription: spec?.Enabled ? { AttributeName: spec.AttributeName, TimeToLiveStatus: 'ENABLED' } : { TimeToLiveStatus: 'DISABLED' } }
}

// perform answers one request. fault changes how; see faults.js.
function perform (name, request, fault) {
  switch (name) {
    case 'BatchGetItem': return batchGet(request, fault)
    case 'TransactWriteItems': return transactWrite(request, fault)
    case 'PutItem': case 'UpdateItem': case 'DeleteItem':
      if (fault.conflict) throw new engine.Failure(400, 'TransactionConflictException', 'Transaction is ongoing for the item')
      return write(name, request)
    case 'UpdateTimeToLive': return updateTimeToLive(request)
    case 'DescribeTimeToLive': return describeTimeToLive(request)
  }
  if (!engine.knows(name)) throw new engine.Failure(400, 'UnknownOperationException', name)
  const parsed = engine.check(name, request)
  return engine.inTurn(() => engine.act(name, parsed))
}

module.exports = { perform }
