/** An event, and the record that it is about. */
export interface Change {
  event: string
  subject_id: string | null
}

/** The changes in one message of the server. */
export interface ChangeBatch {
  changes: readonly Change[]
  /** Whether all changes are included; false if the server left some out. */
  complete: boolean
  /** The cursor at which the next connection continues. */
  cursor: string | undefined
}

/** A batch for when changes were missed: anything may have changed. */
export const UNKNOWN_CHANGES: ChangeBatch = { changes: [], complete: false, cursor: undefined }

/** Whether the record may have changed. @param kind the beginning of the event's name */
export function mayConcern({ changes, complete }: ChangeBatch, kind: string, id: string): boolean {
  return !complete || changes.some(({ event, subject_id }) => subject_id === id && event.startsWith(kind))
}

/** The messages of a stream of server-sent events; undefined for a heartbeat. @see HTML Standard, server-sent events */
export async function* readMessages(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ChangeBatch | undefined, undefined, undefined> {
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

function messageOf(block: string): ChangeBatch | undefined {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const [name = '', ...rest] = line.split(':')
      return [name, rest.join(':').trimStart()]
    }),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  const { changes, complete }: Omit<ChangeBatch, 'cursor'> = JSON.parse(data)
  return { changes, complete, cursor: fields.get('id') }
}
