/** So many are asked for or changed at once; of more, one such part after the other. */
const AT_ONCE = 100

export function partsOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) =>
    ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
  )
}
