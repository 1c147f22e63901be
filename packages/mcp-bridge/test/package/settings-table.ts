import { aboutSetting, SETTING_NAMES } from '../../src/settings/settings.ts'

const MARKS = ['<!-- settings -->', '<!-- /settings -->'] as const

/** The text of a README with the table of settings as the program has them. */
export function withSettingsTable(readme: string): string {
  const [before = '', rest = ''] = readme.split(MARKS[0])
  const [, after = ''] = rest.split(MARKS[1])
  return [before, MARKS[0], `\n\n${table()}\n\n`, MARKS[1], after].join('')
}

function table(): string {
  const rows = SETTING_NAMES.map((name) => {
    const { flag = '', environment, says, default: plain, otherwise } = aboutSetting(name)
    const fallback = otherwise ?? (plain === undefined ? '' : `\`${plain}\``)
    return [flag && `\`${flag}\``, `\`${environment}\``, fallback, says]
  })
  const lines = [['Flag', 'Environment', 'Default', 'What it does'], ...rows]
  const widths = lines.reduce<number[]>(
    (known, cells) => cells.map((cell, i) => Math.max(known[i] ?? 0, cell.length)),
    [],
  )
  const [head = [], ...body] = lines
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...body]
    .map((cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
    .join('\n')
}
