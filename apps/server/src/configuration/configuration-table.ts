import { aboutSetting, SETTING_NAMES } from './settings.ts'

const BEGIN = '<!-- configuration -->'
const END = '<!-- /configuration -->'

/** The table of all settings, in Markdown, with columns as wide as their longest cell. */
export function configurationTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { flag, environment, says, default: fallback } = aboutSetting(name)
    return [flag === undefined ? '' : `\`${flag}\``, `\`${environment}\``, fallback, says]
  })
  const table = [['Flag', 'Environment', 'Default', 'What it does'], ...rows]
  const widths = table.reduce<number[]>(
    (known, cells) => cells.map((cell, i) => Math.max(known[i] ?? 0, cell.length)),
    [],
  )
  const rule = widths.map((width) => '-'.repeat(width))
  const lines = [...table.slice(0, 1), rule, ...table.slice(1)]
  return lines.map((cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`).join('\n')
}

/** A text with the table between its markers; undefined when it has none. */
export function withConfigurationTable(text: string): string | undefined {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || end < begin) return undefined
  return `${text.slice(0, begin + BEGIN.length)}\n\n${configurationTable()}\n\n${text.slice(end)}`
}
