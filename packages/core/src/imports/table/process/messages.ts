import type { TableFault, TableRow } from '../table.ts'

/** Number of batches in flight, so that reading and writing overlap. */
export const READ_AHEAD = 2

/** The requested rows of a file. */
export interface ReadRequest {
  /** Size of the file; 0 if it was checked before. */
  bytes: number
  /** Maximum number of rows; all by default. */
  most?: number
  /** Only rows after this number, without the header; from the first row by default. */
  behind?: number
}

/** A batch of rows. */
export interface Batch {
  rows: TableRow[]
  /** Size of their texts in the database. */
  bytes: number
  /** Size of the largest row. */
  longest: number
}

/** A message of the process. It opens the content of the file, then requests it chunk by chunk. */
export type FromProcess =
  | { say: 'open' | 'pull' | 'close'; content: number }
  | { say: 'batch'; batch: Batch }
  | { say: 'fault'; message: string; at: Pick<TableFault, 'code' | 'row' | 'column'> }
  | { say: 'end' }

/** A message to the process: chunks of contents, null at their end, and the permission to send another batch. */
export type ToProcess = { piece: Uint8Array | null; content: number } | { piece?: undefined; content?: undefined }
