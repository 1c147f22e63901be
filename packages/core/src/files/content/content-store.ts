import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** A part of a content, its first and its last byte included, counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/** Where the contents of files lie, each under a name that nobody can guess. What is there never changes. */
export interface ContentStore {
  /**
   * Keeps a content. When the promise resolves, it survives a power cut; when it does not, nothing of it stays.
   * @param name what another store calls it; made up when not given
   * @returns its name
   * @throws AppError `unavailable` when there is no room, or no way to the store; whatever the source of the content throws
   */
  write(content: AsyncIterable<Uint8Array>, name?: string): Promise<string>
  /** @throws AppError `not_found`, `unavailable` */
  read(name: string, range?: ByteRange): Promise<Readable>
  /** How many bytes a content has; undefined when there is none. What is there is whole. */
  sizeOf(name: string): Promise<number | undefined>
  /** Removes what may be gone already. */
  remove(name: string): Promise<void>
  /** The names of what has been there since before a time, some at a time. */
  keptBefore(time: string): AsyncIterable<string[]>
  /** Removes what was begun before a time and never finished. */
  giveUpBefore(time: string): Promise<void>
  /** Waits for nothing: contents that are being written are given up by whoever writes them. */
  close(): Promise<void>
}

const NAME = /^[0-9a-f]{48}$/

export function newName(): string {
  return randomBytes(24).toString('hex')
}

/** Whether something can be the name of a content: nothing else is looked up, or taken for one. */
export function isName(text: string): boolean {
  return NAME.test(text)
}
