import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { CallError } from '../../../api/error.ts'
import { ANYTHING, type Told } from './changes.ts'
import { keepLine } from './connection.ts'

const told = (subject_id: string) => ({ changes: [{ event: 'contact.created', subject_id }], complete: true })

/** Keeps a line to a server that answers each request in its own way, until all have come. */
async function lineTo(answers: ((response: ServerResponse) => void)[], silentMs?: number) {
  const asked: (string | undefined)[] = []
  const heard: Told[] = []
  const states: boolean[] = []
  const end = new AbortController()
  const server = createServer(({ headers }: IncomingMessage, response) => {
    asked.push(headers['last-event-id']?.toString())
    answers[asked.length - 1]?.(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  let cursor: string | undefined
  await keepLine({
    async open({ after, signal }) {
      const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after }
      const response = await fetch(`http://127.0.0.1:${address.port}`, { headers, signal })
      if (!response.ok) throw new CallError(response.status, { type: 'unavailable', message: '' })
      return response.body
    },
    cursor: () => cursor,
    onTold(news) {
      cursor = news.cursor ?? cursor
      heard.push(news)
      if (asked.length === answers.length) end.abort()
    },
    onState: (isOpen) => states.push(isOpen),
    onEnd: () => undefined,
    signal: end.signal,
    ...(silentMs !== undefined && { silentMs }),
  })
  server.closeAllConnections()
  await once(server.close(), 'close')
  return { asked, heard, states }
}

const tell = (id: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(`id: ${id}\nevent: changes\ndata: ${JSON.stringify(told(id))}\n\n`)
}
const refuse = (response: ServerResponse) => void response.writeHead(503).end()

test('a line that gives no sign is given up, and the next goes on where it broke off', async () => {
  const { asked, heard, states } = await lineTo([tell('first'), tell('second')], 1000)
  expect(asked).toEqual([undefined, 'first'])
  expect(heard.map(({ cursor }) => cursor)).toEqual(['first', 'second'])
  expect(states).toEqual([true, false, true])
})

test('what happened before there was a line is asked for, since nobody tells it', async () => {
  const { heard, states } = await lineTo([refuse, tell('first')])
  expect(heard[0]).toEqual(ANYTHING)
  expect(states).toEqual([false, true])
})
