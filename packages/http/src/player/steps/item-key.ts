import { hash } from 'node:crypto'

/** Identifies an item of a checklist on its page by its text, because the guide can change while the page is open. */
export function itemKeys(items: readonly string[]): string[] {
  const times = new Map<string, number>()
  return items.map((item) => {
    const time = times.get(item) ?? 0
    times.set(item, time + 1)
    return hash('sha256', `${time} ${item}`, 'hex').slice(0, 12)
  })
}
