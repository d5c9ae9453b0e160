'use strict'
// Faults to order: POST /faults with { table, operation, kind, times, ms }.
// Each meets the next so many requests of that table and operation (none
// named: any), in the order in which they were set.

let faults = []

const kinds = new Set([
  'throttle', // ThrottlingException
  'throttle-item', // a transaction is cancelled because its first item is throttled
  'conflict', // the first item is in another transaction
  'in-progress', // the transaction with this token is still running
  'unprocessed', // a batch reads only half of its keys
  'fail-before', // 500, nothing done
  'fail-after', // done, then 500
  'drop-before', // nothing done and no answer: the connection breaks
  'drop-after', // done, no answer
  'garble', // done, and an answer that cannot be read
  'slow' // ms later than otherwise
])

function set (list) {
  for (const f of [].concat(list)) {
    if (!kinds.has(f.kind)) throw new Error('unknown kind of fault: ' + f.kind)
    faults.push({ table: f.table, operation: f.operation, kind: f.kind, ms: f.ms || 0, left: f.times || 1 })
  }
}

// clear drops what is left of a table's faults, or of those that name none.
function clear (table) { faults = faults.filter((f) => (f.table || '') !== (table || '')) }

// next takes the fault that meets this request, if there is one.
function next (operation, request) {
  const table = tableOf(request)
  const f = faults.find((f) => (!f.table || f.table === table) && (!f.operation || f.operation === operation))
  if (!f) return {}
  if (--f.left <= 0) faults.splice(faults.indexOf(f), 1)
  return { kind: f.kind, ms: f.ms, conflict: f.kind === 'conflict', unprocessed: f.kind === 'unprocessed' }
}

function tableOf (request) {
  if (request.TableName) return request.TableName
  if (request.RequestItems) return Object.keys(request.RequestItems)[0]
  return Object.values(request.TransactItems?.[0] || {})[0]?.TableName
}

module.exports = { clear, next, set }
