import { EventEmitter, on } from 'node:events'
import type { Limits } from '../../../foreign-files/process/spawn.ts'
import { type Death, startProcess } from '../../../foreign-files/process/start.ts'
import { type FileKey, type Reading, type Readings, UNRECORDED } from '../../../foreign-files/readings.ts'
import { createTurns } from '../../../turns/turns.ts'
import { type Source, TableFault } from '../table.ts'
import { type Batch, type FromProcess, READ_AHEAD, type ReadRequest, type ToProcess } from './messages.ts'

/** Reads untrusted files as tables: each in a process of its own, which ends when it exceeds its resources. */
export interface TableFiles {
  /**
   * The rows of a file in batches, in the order of the file.
   * @throws TableFault if it is unreadable, takes too much memory or time, or ended its process, now or before; errors of
   *   opening the source
   */
  read(key: FileKey, source: Source, request: Omit<ReadRequest, 'bytes'>): AsyncIterable<Batch>
  /** The first rows of a file, in turn of the workspace. @throws the same errors as `read` */
  begin(key: FileKey, source: Source, most: number): Promise<Batch['rows']>
}

const READING: Limits = { megabytes: 512, seconds: 60 }
/** A request waits for the first rows. */
const BEGINNING: Limits = { megabytes: 512, seconds: 15 }
const AT_ONCE = 2

/** The source beside the sources, or the compiled file in the built package. */
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? './table-process.ts' : './table-process.js', import.meta.url)

const SMALLER = 'Save it as CSV, or split it into several files'
const DEATHS: Record<Death, (cause?: Error) => TableFault> = {
  time: (cause) => new TableFault(`takes too long to read. ${SMALLER}`, { code: 'took_too_long', cause }),
  memory: (cause) =>
    new TableFault(`takes too much memory to read. ${SMALLER}`, { code: 'took_too_much_memory', cause }),
  crash: (cause) =>
    new TableFault(`ended the process that read it, so it is not read again. ${SMALLER}`, {
      code: 'ended_process',
      cause,
    }),
}

/** @param options `readings`: where files are recorded before they are read */
export function createTableFiles({ reading = READING, beginning = BEGINNING, readings = UNRECORDED } = {}): TableFiles {
  const turns = createTurns(AT_ONCE)
  return {
    read: (key, source, request) => readRecorded(readings, key, source, { request, limits: reading }),
    begin: (key, source, most) =>
      turns.take(key.workspace_id, async () => {
        const rows: Batch['rows'] = []
        for await (const batch of readRecorded(readings, key, source, { request: { most }, limits: beginning }))
          rows.push(...batch.rows)
        return rows
      }),
  }
}

async function* readRecorded(
  readings: Readings,
  key: FileKey,
  source: Source,
  { request, limits }: { request: Omit<ReadRequest, 'bytes'>; limits: Limits },
): AsyncIterable<Batch> {
  const reading = await readings.begin(key)
  if (!reading) throw DEATHS.crash()
  try {
    yield* readInProcess(source, { bytes: source.bytes, ...request }, limits, reading)
  } finally {
    await reading.end()
  }
}

async function* readInProcess(
  { open }: Source,
  request: ReadRequest,
  limits: Limits,
  reading: Reading,
): AsyncIterable<Batch> {
  const events = new EventEmitter()
  // A consumer that has stopped needs no error.
  const fail = (error: unknown) => events.emit('error', error)
  events.on('error', () => undefined)
  let waiting = 0
  const started = startProcess<FromProcess>({
    program: PROGRAM,
    data: request,
    limits,
    isWaiting: () => waiting >= READ_AHEAD || contents.isAsked(),
    died(death, cause) {
      reading.die()
      return DEATHS[death](cause)
    },
    hear(message) {
      if (message.say === 'batch') {
        waiting++
        events.emit('batch', message.batch)
      } else if (message.say === 'end') events.emit('end')
      else if (message.say === 'fault') fail(new TableFault(message.message, message.at))
      else contents[message.say](message.content).catch(fail)
    },
    fail,
  })
  const tell = (message: ToProcess) => started.tell(message)
  const contents = serve(open, tell)
  const stop = () => fail(reading.signal.reason)
  reading.signal.addEventListener('abort', stop)
  try {
    for await (const [batch] of on(events, 'batch', { close: ['end'] })) {
      yield batch
      waiting--
      tell({})
    }
  } finally {
    reading.signal.removeEventListener('abort', stop)
    await started.end()
    contents.closeAll()
  }
}

/** Sends the contents of the file to the process on request. */
function serve(open: Source['open'], tell: (message: ToProcess) => void) {
  const contents = new Map<number, Promise<AsyncIterator<Uint8Array>>>()
  let asked = 0
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
      asked++
      const found = await (await contents.get(content))?.next().finally(() => asked--)
      if (found) tell({ content, piece: found.done ? null : found.value })
    },
    close,
    isAsked: () => asked > 0,
    /** Does not wait: a storage that hangs would otherwise hold the end of the reading. */
    closeAll() {
      for (const content of [...contents.keys()]) close(content).catch(() => undefined)
    },
  }
}
