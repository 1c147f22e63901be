import type { TableFault, TableRow } from '../table.ts'

/** Which rows of a file are wanted. */
export interface ReadRequest {
  /** How large the file is; 0 where that was looked at before. */
  bytes: number
  /** No more than these, from the first on; all of them when not given. */
  most?: number
  /** Only those behind the row of this number, without the first one; when not given, from the first on. */
  behind?: number
}

/** Rows that go on together. */
export interface Batch {
  rows: TableRow[]
  /** What their texts take in the database. */
  bytes: number
  /** Of the row that takes most. */
  longest: number
}

/** What the thread says. A content of the file is opened, then asked for piece by piece. */
export type FromThread =
  | { say: 'open' | 'pull' | 'close'; content: number }
  | { say: 'batch'; batch: Batch }
  | { say: 'fault'; message: string; at: Pick<TableFault, 'code' | 'row' | 'column'> }
  | { say: 'end' }

/** What it is told: pieces of contents, null at their end, and that it may hand on another batch. */
export type ToThread = { piece: Uint8Array | null; content: number } | { piece?: undefined; content?: undefined }
