// Reads a table in a process of its own, which can run out of memory or time without affecting the service.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { connectParent, type Parent } from '../../../foreign-files/process/parent.ts'
import { readTable } from '../read-table.ts'
import { TableFault, type TableRow } from '../table.ts'
import { type Batch, type FromProcess, READ_AHEAD, type ReadRequest, type ToProcess } from './messages.ts'

const MAX_ROWS = 300
/** Small, so that a batch blocks its consumer only for a moment. */
const MAX_BYTES = 256 * 1024

const { data, parent } = await connectParent<ReadRequest, ToProcess, FromProcess>()
await run(parent, data)

async function run({ say, hear }: Parent<ToProcess, FromProcess>, request: ReadRequest): Promise<void> {
  const contents = new Map<number, Readable>()
  let taken = 0
  let opened = 0
  const wakes = new EventTarget()
  hear((message) => {
    if (message.content === undefined) {
      taken++
      wakes.dispatchEvent(new Event('taken'))
    } else contents.get(message.content)?.push(message.piece)
  })

  async function open(): Promise<Readable> {
    const content = opened++
    const stream = new Readable({
      read: () => say({ say: 'pull', content }),
      destroy(error, done) {
        contents.delete(content)
        say({ say: 'close', content })
        done(error)
      },
    })
    contents.set(content, stream)
    say({ say: 'open', content })
    return stream
  }

  let handed = 0
  try {
    for await (const batch of batches(readTable({ bytes: request.bytes, open }), request)) {
      while (handed - taken >= READ_AHEAD) await once(wakes, 'taken')
      handed++
      say({ say: 'batch', batch })
    }
    say({ say: 'end' })
  } catch (error) {
    if (!(error instanceof TableFault)) throw error
    const { message, code, row, column } = error
    say({ say: 'fault', message, at: { code, row, column } })
  }
}

async function* batches(table: AsyncIterable<TableRow>, { most, behind }: ReadRequest): AsyncIterable<Batch> {
  let batch: Batch = { rows: [], bytes: 0, longest: 0 }
  let seen = 0
  for await (const row of table) {
    seen++
    if (behind !== undefined && (seen === 1 || row.number <= behind)) continue
    const bytes = Buffer.byteLength(JSON.stringify(row.cells))
    batch.rows.push(row)
    batch.bytes += bytes
    batch.longest = Math.max(batch.longest, bytes)
    if (seen === most) break
    if (batch.rows.length < MAX_ROWS && batch.bytes < MAX_BYTES) continue
    yield batch
    batch = { rows: [], bytes: 0, longest: 0 }
  }
  if (batch.rows.length > 0) yield batch
}
