import type { OptionalItem, PaletteItem } from './palette-item.ts'

/** The items whose text and hint contain every typed word, in any order; those that match by their text alone come first. */
export function matchingItems(items: readonly OptionalItem[], typed: string): PaletteItem[] {
  const words = typed.toLocaleLowerCase().split(/\s+/)
  const contains = (text: string) => words.every((word) => text.toLocaleLowerCase().includes(word))
  return items
    .filter((item) => item !== false)
    .filter(({ text, hint = '' }) => contains(`${text} ${hint}`))
    .toSorted((one, other) => Number(contains(other.text)) - Number(contains(one.text)))
}
