const FARTHEST = 2

/** ` Did you mean serve?`, or nothing when no candidate is near. */
export function suggest(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates)
  return near === undefined ? '' : ` Did you mean ${near}?`
}

/** The candidate that at most two typing errors make into the word. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((one) => one.distance <= FARTHEST && one.distance < one.candidate.length / 2)
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.candidate
}

/** How many letters to insert, delete or replace, or neighbours to swap (optimal string alignment). */
function distance(from: string, to: string): number {
  const rows = Array.from({ length: from.length + 1 }, (_, row) => [row])
  const at = (row: number, column: number) => rows[row]?.[column] ?? (row === 0 ? column : 0)
  for (let row = 1; row <= from.length; row++) {
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, replaced)
      rows[row]?.push(swapped ? Math.min(best, at(row - 2, column - 2) + 1) : best)
    }
  }
  return at(from.length, to.length)
}
