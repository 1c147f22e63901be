/** Records with the newest first. Records of the same time keep their order. */
export function newestFirst<T extends { at: string }>(records: readonly T[]): T[] {
  return records.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
