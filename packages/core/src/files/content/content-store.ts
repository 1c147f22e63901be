import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A byte range, inclusive at both ends, counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/** A store of file contents under random names. Contents never change. */
export interface ContentStore {
  /**
   * Stores a content. When the promise resolves, it survives a power cut; when it rejects, nothing is left.
   * @param name of the content in another store; random by default
   * @returns its name
   * @throws AppError `unavailable` if the store is full or unreachable; errors of the source
   */
  write(content: AsyncIterable<Uint8Array>, name?: string): Promise<string>
  /** @throws AppError `not_found`, `unavailable` */
  read(name: string, range?: ByteRange): Promise<Readable>
  /** The size of a content in bytes; undefined if it does not exist. Existing contents are complete. */
  sizeOf(name: string): Promise<number | undefined>
  /** Removes a content; a missing one is no error. */
  remove(name: string): Promise<void>
  /** The names of contents stored before a time, in batches. */
  keptBefore(time: string): AsyncIterable<string[]>
  /** Removes unfinished contents that were started before a time. */
  giveUpBefore(time: string): Promise<void>
  /** Does not wait for running writes: their callers abort them. */
  close(): Promise<void>
}

const NAME = /^[0-9a-f]{48}$/

export function newName(): string {
  return randomBytes(24).toString('hex')
}

/** Whether a text can be the name of a content: other texts are not looked up. */
export function isName(text: string): boolean {
  return NAME.test(text)
}
