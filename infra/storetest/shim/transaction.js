'use strict'
// TransactWriteItems, which dynalite lacks: every condition is judged and
// every write done in one step, or nothing is; reasons in the order of the
// request, with the item where ALL_OLD asks for it; an overlap with another
// write cancels; a client token is good for ten minutes.

const crypto = require('crypto')
const engine = require('./engine')
const { busy, hold, nameOf } = require('./holds')
const { pause } = require('./pace')

const TOKEN_LIFE = 10 * 60 * 1000
const MAX_BYTES = 4 * 1024 * 1024
const tokens = new Map() // token -> { digest, at, running }

const rulesOf = { Put: 'PutItem', Update: 'UpdateItem', Delete: 'DeleteItem', ConditionCheck: 'DeleteItem' }

// sorted makes JSON.stringify write members in one order, whatever order they
// came in.
const sorted = (_, v) => v && typeof v === 'object' && !Array.isArray(v) ? Object.fromEntries(Object.entries(v).sort()) : v

// transactWrite answers a TransactWriteItems request. conflict is a fault: the
// first item is taken to be in another transaction.
async function transactWrite (request, { conflict } = {}) {
  const token = request.ClientRequestToken
  if (token && token.length > 36) throw engine.validationError("1 validation error detected: Value at 'clientRequestToken' failed to satisfy constraint: Member must have length less than or equal to 36")
  const digest = crypto.createHash('sha256').update(JSON.stringify(request.TransactItems || null, sorted)).digest('hex')
  const known = token && tokens.get(token)
  if (known && Date.now() - known.at < TOKEN_LIFE) {
    if (known.digest !== digest) throw new engine.Failure(400, 'IdempotentParameterMismatchException', 'The parameters differ from those of the first request with this token')
    if (known.running) throw new engine.Failure(400, 'TransactionInProgressException', 'The transaction with the given token is in progress')
    return known.answer
  }
  const entry = { digest, at: Date.now(), running: true }
  if (token) tokens.set(token, entry)
  try {
    entry.answer = await once(request, conflict)
    return entry.answer
  } catch (e) {
    if (token) tokens.delete(token)
    throw e
  } finally {
    entry.running = false
  }
}

async function once (request, conflict) {
  const ops = await prepare(request.TransactItems || [])
  const items = ops.map((op) => op.name)
  const overlap = ops.map((op, i) => (conflict && i === 0) || busy(op.name))
  if (overlap.some(Boolean)) {
    const reasons = await engine.inTurn(() => judge(ops))
    throw cancelled(reasons.map((r, i) => overlap[i] ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } : r))
  }
  const release = hold(items, 'transactions')
  try {
    await pause()
    return await engine.inTurn(() => carryOut(ops, request.ReturnConsumedCapacity))
  } finally {
    release()
  }
}

// prepare checks the request as a whole and each of its parts.
async function prepare (list) {
  if (list.length < 1 || list.length > 100) {
    throw engine.validationError("1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100 and greater than or equal to 1")
  }
  const seen = new Set()
  const ops = []
  for (const entry of list) {
    const [kind] = Object.keys(entry)
    if (Object.keys(entry).length !== 1 || !rulesOf[kind]) throw engine.validationError('TransactItems can only contain one of Check, Put, Update or Delete')
    const { ReturnValuesOnConditionCheckFailure: wanted, ...raw } = entry[kind]
    const parsed = engine.check(rulesOf[kind], { ...raw, ReturnConsumedCapacity: 'TOTAL' })
    const key = kind === 'Put' ? await engine.keyOf(raw.TableName, raw.Item) : raw.Key
    const name = nameOf(raw.TableName, key)
    if (seen.has(name)) throw engine.validationError('Transaction request cannot include multiple operations on one item')
    seen.add(name)
    ops.push({ kind, parsed, key, name, table: raw.TableName, old: undefined, wanted })
  }
  if (ops.reduce((n, op) => n + engine.itemSize(op.parsed.Item || op.key), 0) > MAX_BYTES) {
    throw engine.validationError('Transaction request size exceeds the maximum of 4 MB')
  }
  return ops
}

// judge reads every item and answers a reason for each.
async function judge (ops) {
  for (const op of ops) op.old = await engine.read(op.table, op.key)
  return ops.map((op) => engine.holds(op.parsed, op.old)
    ? { Code: 'None' }
    : { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: op.wanted === 'ALL_OLD' ? op.old : undefined })
}

async function carryOut (ops, capacity) {
  const reasons = await judge(ops)
  if (reasons.some((r) => r.Code !== 'None')) throw cancelled(reasons)
  const units = {}
  for (const [i, op] of ops.entries()) {
    let used = 1
    if (op.kind !== 'ConditionCheck') {
      try {
        used = (await engine.act(rulesOf[op.kind], op.parsed)).ConsumedCapacity.CapacityUnits
      } catch (e) { // an update that does not fit the item it meets
        await undo(ops.slice(0, i))
        if (!e.statusCode) throw e
        throw cancelled(ops.map((_, j) => j === i ? { Code: 'ValidationError', Message: e.body.message } : { Code: 'None' }))
      }
    }
    units[op.table] = (units[op.table] || 0) + 2 * used
  }
  if (!capacity || capacity === 'NONE') return {}
  return { ConsumedCapacity: Object.entries(units).map(([TableName, CapacityUnits]) => ({ TableName, CapacityUnits, WriteCapacityUnits: CapacityUnits })) }
}

async function undo (ops) {
  for (const op of ops.filter((o) => o.kind !== 'ConditionCheck')) {
    if (op.old) await engine.act('PutItem', { TableName: op.table, Item: op.old })
    else await engine.act('DeleteItem', { TableName: op.table, Key: op.key })
  }
}

// cancelled is the error that carries the reasons.
function cancelled (reasons) {
  const codes = reasons.map((r) => r.Code).join(', ')
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return new engine.Failure(400, 'TransactionCanceledException', message, { Message: message, CancellationReasons: reasons })
}

module.exports = { cancelled, transactWrite }
