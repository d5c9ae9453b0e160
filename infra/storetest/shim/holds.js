'use strict'
// Who is writing which items right now. DynamoDB refuses a transaction that
// meets another write on one of its items, and a plain write that meets a
// transaction; two plain writes only queue.

const writing = new Map() // item -> { transactions, writes }

const nameOf = (table, key) => table + JSON.stringify(Object.keys(key).sort().map((k) => key[k]))

const busyWithTransaction = (item) => Boolean(writing.get(item)?.transactions)
const busy = (item) => writing.has(item)

// hold marks items as being written until the function it answers is called.
function hold (items, kind) {
  for (const item of items) {
    const w = writing.get(item) || { transactions: 0, writes: 0 }
    w[kind]++
    writing.set(item, w)
  }
  return () => {
    for (const item of items) {
      const w = writing.get(item)
      w[kind]--
      if (!w.transactions && !w.writes) writing.delete(item)
    }
  }
}

module.exports = { busy, busyWithTransaction, hold, nameOf }
