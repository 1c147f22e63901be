// Reads rows of an import by their columns in a thread of its own, so that no row, however large, holds anybody up.
import { parentPort, workerData } from 'node:worker_threads'
import { type Columns, readContact, readOrganisation } from './reading.ts'

/** A row of the file: its cells are JSON, as they are stored. */
export interface StoredRow {
  number: number
  cells: string
}

if (!parentPort) throw new Error('This module runs only as a worker thread')
const port = parentPort
// Whoever starts it gives it these.
const columns: Columns = workerData
const read = columns.resource === 'contacts' ? readContact : readOrganisation

port.on('message', (rows: readonly StoredRow[]) => {
  port.postMessage(rows.map(({ number, cells }) => read(columns, number, JSON.parse(cells))))
})
