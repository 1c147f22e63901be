import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { CallError } from '../../../api/error.ts'
import { type ChangeBatch, UNKNOWN_CHANGES } from './changes.ts'
import { keepConnected } from './connection.ts'

const changes = (subject_id: string) => ({ changes: [{ event: 'contact.created', subject_id }], complete: true })

/** Connects to a server that answers each request differently, until every answer was received. */
async function connectTo(answers: ((response: ServerResponse) => void)[], heartbeatTimeoutMs?: number) {
  const cursors: (string | undefined)[] = []
  const batches: ChangeBatch[] = []
  const states: boolean[] = []
  const end = new AbortController()
  const server = createServer(({ headers }: IncomingMessage, response) => {
    cursors.push(headers['last-event-id']?.toString())
    answers[cursors.length - 1]?.(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  let cursor: string | undefined
  await keepConnected({
    async open({ after, signal }) {
      const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after }
      const response = await fetch(`http://127.0.0.1:${address.port}`, { headers, signal })
      if (!response.ok) throw new CallError(response.status, { type: 'unavailable', message: '' })
      return response.body
    },
    cursor: () => cursor,
    onChanges(batch) {
      cursor = batch.cursor ?? cursor
      batches.push(batch)
      if (cursors.length === answers.length) end.abort()
    },
    onState: (isOpen) => states.push(isOpen),
    onEnd: () => undefined,
    signal: end.signal,
    ...(heartbeatTimeoutMs !== undefined && { heartbeatTimeoutMs }),
  })
  server.closeAllConnections()
  await once(server.close(), 'close')
  return { cursors, batches, states }
}

const send = (id: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`id: ${id}\nevent: changes\ndata: ${JSON.stringify(changes(id))}\n\n`)
}
const refuse = (response: ServerResponse) => void response.writeHead(503).end()

test('a change stream without a heartbeat is closed, and the next one continues at its last cursor', async () => {
  const { cursors, batches, states } = await connectTo([send('first'), send('second')], 1000)
  expect(cursors).toEqual([undefined, 'first'])
  expect(batches.map(({ cursor }) => cursor)).toEqual(['first', 'second'])
  expect(states).toEqual([true, false, true])
})

test('a change stream that connects only at the second attempt reports unknown changes first', async () => {
  const { batches, states } = await connectTo([refuse, send('first')])
  expect(batches[0]).toEqual(UNKNOWN_CHANGES)
  expect(states).toEqual([false, true])
})
