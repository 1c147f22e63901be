/** The part of a text that another version replaces, in words and the spaces between them. */
interface Replaced {
  from: number
  to: number
  by: readonly string[]
}

/**
 * A text in which the change from `was` to `own` is made, whatever else was changed in it.
 * @returns undefined if both changed the same words
 */
export function changedText(standing: string, was: string, own: string): string | undefined {
  const [words, others, ours] = [wordsOf(was), wordsOf(standing), wordsOf(own)]
  const [theirs, mine] = [replacedIn(words, others), replacedIn(words, ours)]
  const [first, second] = mine.from < theirs.from || mine.to < theirs.to ? [mine, theirs] : [theirs, mine]
  if (first.to > second.from) return undefined
  return [
    ...words.slice(0, first.from),
    ...first.by,
    ...words.slice(first.to, second.from),
    ...second.by,
    ...words.slice(second.to),
  ].join('')
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+/g) ?? []
}

function replacedIn(words: readonly string[], others: readonly string[]): Replaced {
  const shorter = Math.min(words.length, others.length)
  let from = 0
  while (from < shorter && words[from] === others[from]) from++
  let same = 0
  while (same < shorter - from && words.at(-1 - same) === others.at(-1 - same)) same++
  return { from, to: words.length - same, by: others.slice(from, others.length - same) }
}
