interface Holiday {
  date: string
  name: string
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/
/** As people write them in German. */
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

/**
 * Holidays from typed or pasted lines: a date such as 2026-12-25 or 25.12.2026, then the name, also after a comma or a tab.
 * @returns the numbers of the lines that have no date too, from 1
 */
export function parseHolidays(text: string): { holidays: Holiday[]; unread: number[] } {
  const holidays: Holiday[] = []
  const unread: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    const [first = '', ...rest] = trimmed.split(/[\s,;]/)
    const date = dateOf(first)
    if (date === undefined) unread.push(index + 1)
    else holidays.push({ date, name: rest.join(' ').trim() })
  }
  return { holidays, unread }
}

/** Holidays as lines to edit. */
export function holidayLines(holidays: readonly Holiday[]): string {
  return holidays.map(({ date, name }) => `${date} ${name}`.trim()).join('\n')
}

/** A day of the calendar in ISO 8601; undefined for anything else, such as 30 February. */
function dateOf(text: string): string | undefined {
  const dotted = DOTTED.exec(text)
  const date = dotted ? `${dotted[3]}-${dotted[2]?.padStart(2, '0')}-${dotted[1]?.padStart(2, '0')}` : text
  if (!ISO.test(date)) return undefined
  const time = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : undefined
}
