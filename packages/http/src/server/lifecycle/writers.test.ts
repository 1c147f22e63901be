import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { createApp } from '../../index.ts'

const WRITERS = 16
const ROUNDS = 5

let instance: Instance
beforeEach(async () => {
  instance = await openInstance('sqlite')
})
afterEach(() => instance.close())

/** Writers in a thread of their own, as programs elsewhere are: each sends the next request at once, until nobody listens. */
const PROGRAM = `
const { Agent, request } = require('node:http')
const { parentPort, workerData: { url, token, writers, round } } = require('node:worker_threads')
const agent = new Agent({ keepAlive: true, maxSockets: writers })
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
const outcomes = {}
let written = 0
function write(email) {
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
      response.once('error', (error) => resolve(error.code))
    })
    sent.once('error', (error) => resolve(error.code))
    sent.end(JSON.stringify({ contact: { email, first_name: 'A' } }))
  })
}
async function writeOn(writer) {
  for (let i = 0; ; i++) {
    const outcome = await write('w' + round + '-' + writer + '-' + i + '@harbour.example')
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (outcome === 201 && ++written === 20 * writers) parentPort.postMessage('busy')
    if (typeof outcome !== 'number') return
  }
}
Promise.all(Array.from({ length: writers }, (_, writer) => writeOn(writer))).then(() => parentPort.postMessage(outcomes))
`

test('stopping under writers who go on at once resets none of their connections', { timeout: 120_000 }, async () => {
  const counts: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    const app = await createApp({ handrail: instance.handrail, logger: { info() {}, warn() {}, error() {} } })
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/v1/contacts`
    const workerData = { url, token: instance.acme.token, writers: WRITERS, round }
    const worker = new Worker(PROGRAM, { eval: true, workerData })
    await once(worker, 'message')
    const outcomes = once(worker, 'message')
    await app.close()
    for (const [outcome, count] of Object.entries((await outcomes)[0]))
      counts[outcome] = (counts[outcome] ?? 0) + Number(count)
    await worker.terminate()
  }
  expect(counts).toMatchObject({ 201: expect.any(Number), ECONNREFUSED: WRITERS * ROUNDS })
  expect(counts).not.toHaveProperty('ECONNRESET')
})
