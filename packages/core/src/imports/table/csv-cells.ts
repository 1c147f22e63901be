import { createCellCount } from './table.ts'

const [QUOTE, RETURN, FEED, MARK] = [0x22, 0x0d, 0x0a, 0xfeff]

/**
 * Counts the cells of CSV by its delimiters, before the parser makes a list of them: the parser limits the text of a record, and an
 * empty cell has none. Quotation marks and ends of lines count as for the parser, which takes the first end of a line for that of all.
 * @returns a function for each next piece of the text, which throws TableFault at the first cell too many
 */
export function createCsvCellCount(delimiter: string): (text: string) => void {
  const separator = delimiter.charCodeAt(0)
  const count = createCellCount()
  let [row, column] = [1, 1]
  let isFirst = true
  let [isEmpty, isQuoted] = [true, false]
  /** The ends of lines in this file. */
  let end: 'unknown' | 'return' | 'feed' | 'both' = 'unknown'
  /** The character before, if its meaning depends on the next one. */
  let before = 0

  function beginCell(): void {
    column++
    isEmpty = true
    count.add(row, column)
  }

  function beginRow(): void {
    row++
    column = 0
    beginCell()
  }

  /** Decides on a character that waited for the next one. @returns whether the next one belongs to it */
  function decide(next: number): boolean {
    const waited = before
    before = 0
    if (waited === QUOTE) {
      isQuoted = next === QUOTE
      return isQuoted
    }
    const isBoth = next === FEED
    if (end === 'unknown') end = isBoth ? 'both' : 'return'
    if (end === 'both' ? isBoth : true) beginRow()
    else isEmpty = false
    return end === 'both' && isBoth
  }

  function take(code: number): void {
    if (isQuoted) {
      if (code === QUOTE) before = QUOTE
    } else if (code === separator) beginCell()
    else if (code === QUOTE && isEmpty) {
      isQuoted = true
      isEmpty = false
    } else if (code === RETURN && end !== 'feed') before = RETURN
    else if (code === FEED && (end === 'unknown' || end === 'feed')) {
      end = 'feed'
      beginRow()
    } else isEmpty = false
  }

  return (text) => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (isFirst) {
        isFirst = false
        if (code === MARK) continue
      }
      if (before !== 0 && decide(code)) continue
      take(code)
    }
  }
}
