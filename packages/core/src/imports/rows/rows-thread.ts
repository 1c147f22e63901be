// Parses rows of an import by their columns in a worker thread, so that large rows do not block the process.
import { parentPort, workerData } from 'node:worker_threads'
import { type Columns, readContact, readOrganisation } from './reading.ts'

/** A row of the file with its stored cells, which are JSON. */
export interface StoredRow {
  number: number
  cells: string
}

if (!parentPort) throw new Error('This module runs only as a worker thread')
const port = parentPort
// The data passed to the worker.
const columns: Columns = workerData
const read = columns.resource === 'contacts' ? readContact : readOrganisation

port.on('message', (rows: readonly StoredRow[]) => {
  port.postMessage(rows.map(({ number, cells }) => read(columns, number, JSON.parse(cells))))
})
