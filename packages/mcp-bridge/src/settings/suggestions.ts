/** The name that somebody may have meant: at most two letters of it are different, missing or too many. */
export function suggestionFor(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distanceBetween(given, name) }))
    .sort((one, other) => one.distance - other.distance)
  return best && best.distance <= 2 && best.distance < given.length ? best.name : undefined
}

/** Variables with our prefix that are no setting, a sentence each. */
export function strayVariables(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('MCP_BRIDGE_') && !known.includes(name))
    .map((name) => {
      const meant = suggestionFor(name, known)
      return `${name} is not a setting${meant ? `: did you mean ${meant}?` : ', and does nothing.'}`
    })
}

/** Levenshtein's distance, where two letters that changed places count once. */
function distanceBetween(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, next]
  }
  return last[other.length] ?? 0
}
