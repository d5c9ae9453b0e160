'use strict'
// DynamoDB for the tests: dynalite's data model with transactions in front,
// uneven like the real one, with faults to order. It listens on a free port
// of 127.0.0.1, prints the port as its first line, and ends when its standard
// input does: with the process that started it, however that ended.

const http = require('http')
const engine = require('./engine')
const faults = require('./faults')
const { perform } = require('./operations')
const { sleep } = require('./pace')
const { cancelled } = require('./transaction')

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xEDB88320 ^ (n >>> 1) : n >>> 1
  return n
})

function crc32 (bytes) {
  let c = 0xFFFFFFFF
  for (const b of bytes) c = crcTable[(c ^ b) & 0xFF] ^ (c >>> 8)
  return (c ^ 0xFFFFFFFF) >>> 0
}

const internal = () => new engine.Failure(500, 'InternalServerError', 'Internal server error')

// answer does a request, bent by the fault that meets it. null: no answer.
async function answer (name, request) {
  const fault = faults.next(name, request)
  if (fault.ms) await sleep(fault.ms)
  switch (fault.kind) {
    case 'throttle': throw new engine.Failure(400, 'ThrottlingException', 'Rate of requests exceeds the allowed throughput')
    case 'throttle-item': throw cancelled(request.TransactItems.map((_, i) => i ? { Code: 'None' } : { Code: 'ThrottlingError', Message: 'Throughput exceeds the current capacity' }))
    case 'in-progress': throw new engine.Failure(400, 'TransactionInProgressException', 'The transaction with the given token is in progress')
    case 'fail-before': throw internal()
    case 'drop-before': return null
  }
  const outcome = Promise.resolve().then(() => perform(name, request, fault))
  if (['fail-after', 'drop-after', 'garble'].includes(fault.kind)) {
    await outcome.catch(() => {}) // whatever it was, it is not heard of
    if (fault.kind === 'fail-after') throw internal()
    return fault.kind === 'garble' ? '{"ConsumedCapacity":' : null
  }
  return JSON.stringify(await outcome)
}

async function serve (rq, rs) {
  const chunks = []
  for await (const chunk of rq) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const url = new URL(rq.url, 'http://127.0.0.1')
  if (url.pathname === '/faults') {
    if (rq.method === 'DELETE') faults.clear(url.searchParams.get('table'))
    else faults.set(JSON.parse(text))
    return send(rs, 200, '{}')
  }
  const name = (rq.headers['x-amz-target'] || '').split('.')[1] || ''
  try {
    const body = await answer(name, JSON.parse(text))
    if (body === null) rs.destroy()
    else send(rs, 200, body)
  } catch (e) {
    if (!e.statusCode) throw e
    send(rs, e.statusCode, JSON.stringify(e.body))
  }
}

function send (rs, status, text) {
  const body = Buffer.from(text)
  rs.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': body.length, 'x-amz-crc32': crc32(body) })
  rs.end(body)
}

const server = http.createServer((rq, rs) => {
  serve(rq, rs).catch((e) => {
    console.error(e.stack)
    send(rs, 500, JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message: String(e) }))
  })
})
server.keepAliveTimeout = 60 * 1000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))

process.stdin.on('end', () => process.exit(0)).on('error', () => process.exit(0)).resume()
