/** A value of JSON with the keys of its objects in order, so that it is the same text however it was written. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, child]) => [key, inOrder(child)] as const)
  // A list of pairs, as an object would put numeric keys first.
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1))
}
