import type { Readable } from 'node:stream'

/** Where the contents of files lie, each under a name that the store makes up. What is there never changes. */
export interface ContentStore {
  /**
   * Keeps a content. When the promise resolves, it survives a power cut; when it does not, nothing of it stays.
   * @returns its name, which nobody can guess
   * @throws AppError `unavailable` when there is no room, or no way to the store; whatever the source of the content throws
   */
  write(content: AsyncIterable<Uint8Array>): Promise<string>
  /** @throws AppError `not_found` */
  read(name: string): Promise<Readable>
  /** Removes what may be gone already. */
  remove(name: string): Promise<void>
  /** The names of what has been there since before a time, some at a time. What was begun by then and never finished goes. */
  keptBefore(time: string): AsyncIterable<string[]>
  /** Waits for nothing: contents that are being written are given up by whoever writes them. */
  close(): Promise<void>
}
