import { expect, test } from 'vitest'
import { readMessages } from './changes.ts'

test('a change stream: messages are read wherever the network splits them', async () => {
  const data = { changes: [{ event: 'contact.created', subject_id: 'größe' }], complete: true }
  const text = `:\n\nid: a.b:c\nevent: changes\ndata: ${JSON.stringify(data)}\n\n:\n\nid: d`
  const bytes = new TextEncoder().encode(text)
  for (const length of [1, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
      bytes.slice(at * length, (at + 1) * length),
    )
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })
    const changes = []
    for await (const message of readMessages(stream)) changes.push(message)
    expect(changes).toEqual([undefined, { ...data, cursor: 'a.b:c' }, undefined])
  }
})
