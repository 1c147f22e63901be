import { expect, test } from 'vitest'
import { readEvents } from './event-stream.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['line feeds', 'data: one\n\ndata: two\n\n'],
  ['both', 'data: one\r\n\r\ndata: two\r\n\r\n'],
  ['carriage returns alone', 'data: one\r\rdata: two\r\r'],
  ['a byte order mark before it', '\ufeffdata: one\n\ndata: two\n\n'],
  ['comments and unknown fields between', ': hello\nunknown\n\ndata: one\n\n: ping\n\ndata: two\nx: y\n\n'],
])('event streams: lines that end with %s', (_, text) => {
  for (const size of [1, 2, 1000]) {
    const reader = readEvents(1000)
    const all = bytes(text)
    const found = []
    for (let at = 0; at < all.length; at += size) found.push(...reader.push(all.subarray(at, at + size)))
    expect(found.map(({ data }) => data)).toEqual(['one', 'two'])
  }
})

test('event streams: an id counts without data, and an empty id resets it', () => {
  const reader = readEvents(1000)
  reader.push(bytes('id: 1\nretry: 500\n\n'))
  expect([reader.lastId(), reader.retryMs()]).toEqual(['1', 500])
  expect(reader.push(bytes('id: 2\nevent: endpoint\ndata: /x\n\n'))).toEqual([{ event: 'endpoint', data: '/x' }])
  reader.push(bytes('id\ndata: y\n\n'))
  expect(reader.lastId()).toBeUndefined()
})

test('event streams: an event over the limit is an error', () => {
  const reader = readEvents(100)
  expect(() => {
    for (let part = 0; part < 20; part++) reader.push(bytes(part === 0 ? 'data: ' : 'x'.repeat(10)))
  }).toThrow(/longer than/)
})
