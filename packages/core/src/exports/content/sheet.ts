/** A list to be written as a file: the names of its columns, and its rows in parts. */
export interface Sheet {
  columns: readonly string[]
  parts: AsyncIterable<readonly (readonly unknown[])[]>
}
