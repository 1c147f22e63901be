import { EventEmitter, on } from 'node:events'
import { createTurns } from '../../../turns/turns.ts'
import { type Limits, startThread } from '../../thread.ts'
import { type Source, TableFault } from '../table.ts'
import type { Batch, FromThread, ReadRequest, ToThread } from './messages.ts'

/** Reads untrusted files as tables: each in a worker thread, which ends when it exceeds its resources. */
export interface TableFiles {
  /**
   * The rows of a file in batches, in the order of the file.
   * @throws TableFault if it is unreadable, or takes too much memory or time; errors of opening the source
   */
  read(source: Source, request: Omit<ReadRequest, 'bytes'>): AsyncIterable<Batch>
  /** The first rows of a file, in turn of the workspace. @throws the same errors as `read` */
  begin(workspace_id: string, source: Source, most: number): Promise<Batch['rows']>
}

const READING: Limits = { megabytes: 512, seconds: 60 }
/** A request waits for the first rows. */
const BEGINNING: Limits = { megabytes: 512, seconds: 15 }
const AT_ONCE = 2

/** The source beside the sources, or the compiled file in the built package. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './table-thread.ts' : './table-thread.js', import.meta.url)

export function createTableFiles({ reading = READING, beginning = BEGINNING } = {}): TableFiles {
  const turns = createTurns(AT_ONCE)
  return {
    read: (source, request) => readInThread(source, { bytes: source.bytes, ...request }, reading),
    begin: (workspace_id, source, most) =>
      turns.take(workspace_id, async () => {
        const rows: Batch['rows'] = []
        for await (const batch of readInThread(source, { bytes: source.bytes, most }, beginning))
          rows.push(...batch.rows)
        return rows
      }),
  }
}

async function* readInThread({ open }: Source, request: ReadRequest, limits: Limits): AsyncIterable<Batch> {
  const events = new EventEmitter()
  // A consumer that has stopped needs no error.
  const fail = (error: unknown) => events.emit('error', error)
  events.on('error', () => undefined)
  const thread = startThread<FromThread>({
    file: THREAD,
    data: request,
    limits,
    work: 'read',
    smaller: 'Save it as CSV, or split it into several files',
    hear(message) {
      if (message.say === 'batch') events.emit('batch', message.batch)
      else if (message.say === 'end') events.emit('end')
      else if (message.say === 'fault') fail(new TableFault(message.message, message.at))
      else contents[message.say](message.content).catch(fail)
    },
    fail,
  })
  const tell = (message: ToThread) => thread.tell(message)
  const contents = serve(open, tell)
  try {
    for await (const [batch] of on(events, 'batch', { close: ['end'] })) {
      yield batch
      tell({})
    }
  } finally {
    await thread.end()
    await contents.closeAll()
  }
}

/** Sends the contents of the file to the thread on request. */
function serve(open: Source['open'], tell: (message: ToThread) => void) {
  const contents = new Map<number, Promise<AsyncIterator<Uint8Array>>>()
  async function close(content: number): Promise<void> {
    const opened = contents.get(content)
    contents.delete(content)
    await (await opened)?.return?.()
  }
  return {
    async open(content: number) {
      const opened = open().then((stream) => stream[Symbol.asyncIterator]())
      contents.set(content, opened)
      await opened
    },
    async pull(content: number) {
      const found = await (await contents.get(content))?.next()
      if (found) tell({ content, piece: found.done ? null : found.value })
    },
    close,
    async closeAll() {
      await Promise.allSettled([...contents.keys()].map(close))
    },
  }
}
