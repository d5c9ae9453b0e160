'use strict'
// A server far away answers late and unevenly. These pauses let requests
// overlap as they do there.

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const breathe = () => new Promise((resolve) => setImmediate(resolve))

// pause takes up to about two milliseconds.
const pause = () => { const ms = Math.floor(Math.random() * 3); return ms ? sleep(ms) : breathe() }

// stroll is the pause between two of n reads: a few are long, so that the
// whole way takes a few milliseconds, however long it is.
const stroll = (n) => Math.random() < 3 / n ? pause() : breathe()

function shuffled (list) {
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]]
  }
  return out
}

module.exports = { pause, shuffled, sleep, stroll }
