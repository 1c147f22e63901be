/** Something that has happened, and the record that it is about. */
export interface Change {
  event: string
  subject_id: string | null
}

/** What the server tells at once. */
export interface Told {
  changes: readonly Change[]
  /** Otherwise more has happened than is told. */
  complete: boolean
  /** From where the next line goes on. */
  cursor: string | undefined
}

/** What is told when nobody knows what was missed. */
export const ANYTHING: Told = { changes: [], complete: false, cursor: undefined }

/** Whether something of a kind, by the beginning of its name, may have happened to a record. */
export function tellsOf({ changes, complete }: Told, kind: string, id: string): boolean {
  return !complete || changes.some(({ event, subject_id }) => subject_id === id && event.startsWith(kind))
}

/** The messages of a stream of server-sent events; undefined for a sign of life. @see HTML Standard, server-sent events */
export async function* messagesIn(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Told | undefined, undefined, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield messageOf(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function messageOf(block: string): Told | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const [name = '', ...rest] = line.split(':')
      return [name, rest.join(':').trimStart()]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  const { changes, complete }: Omit<Told, 'cursor'> = JSON.parse(data)
  return { changes, complete, cursor: fields.get('id') }
}
