import type { TableFault, TableRow } from '../table.ts'

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

/** A message of the thread. It opens the content of the file, then requests it chunk by chunk. */
export type FromThread =
  | { say: 'open' | 'pull' | 'close'; content: number }
  | { say: 'batch'; batch: Batch }
  | { say: 'fault'; message: string; at: Pick<TableFault, 'code' | 'row' | 'column'> }
  | { say: 'end' }

/** A message to the thread: chunks of contents, null at their end, and the permission to send another batch. */
export type ToThread = { piece: Uint8Array | null; content: number } | { piece?: undefined; content?: undefined }
