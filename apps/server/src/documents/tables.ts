import { AUDIT_ACTIONS, OPERATIONS, oauthScope, SCOPES, subjectTypeOf, UNAUDITED } from '@handrail/core/internal'
import { COMMANDS } from '../commands.ts'
import { aboutSetting, SETTING_NAMES } from '../configuration/settings.ts'

/** The tables of `docs/` that follow from the program, by their file and the name in their markers, `<!-- scopes -->`. */
export const TABLES: readonly { file: string; name: string; rows(): string[][] }[] = [
  { file: 'configuration.md', name: 'configuration', rows: settings },
  { file: 'commands.md', name: 'commands', rows: commands },
  { file: 'oauth.md', name: 'scopes', rows: scopes },
  { file: 'audit-log.md', name: 'audit-actions', rows: auditActions },
  { file: 'audit-log.md', name: 'unaudited', rows: unaudited },
]

function settings(): string[][] {
  const rows = SETTING_NAMES.map((name) => {
    const { flag, environment, says, default: fallback } = aboutSetting(name)
    return [flag === undefined ? `\`${environment}\`` : `\`${environment}\`<br>\`${flag}\``, fallback, says]
  })
  return [['Setting', 'Default', 'Meaning'], ...rows]
}

function commands(): string[][] {
  const rows = COMMANDS.map(({ name, argument, summary }) => [
    `\`handrail ${name}${argument ? ` <${argument.name}>` : ''}\``,
    summary,
  ])
  return [['Command', 'Effect'], ...rows]
}

function scopes(): string[][] {
  const rows = Object.entries(SCOPES).map(([scope, says]) => [`\`${scope}\``, `\`${oauthScope(scope)}\``, says])
  return [['In the API', 'In OAuth', 'Permits'], ...rows]
}

function auditActions(): string[][] {
  const rows = AUDIT_ACTIONS.map((action) => {
    const by = OPERATIONS.filter(({ audit }) => audit?.includes(action)).map(({ name }) => `\`${name}\``)
    return [`\`${action}\``, subjectTypeOf(action), by.join(', ')]
  })
  return [['Action', 'Record', 'Operations'], ...rows]
}

function unaudited(): string[][] {
  const rows = Object.entries(UNAUDITED).map(([reason, says]) => {
    const of = OPERATIONS.filter((operation) => operation.unaudited === reason).map(({ name }) => `\`${name}\``)
    return [says, of.join(', ')]
  })
  return [['Why', 'Operations'], ...rows]
}

/** A text with its table between the markers of that name; undefined when it has none. */
export function withTable(text: string, name: string, rows: string[][]): string | undefined {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) return undefined
  return `${text.slice(0, from + begin.length)}\n\n${tableOf(rows)}\n\n${text.slice(to)}`
}

/** In Markdown, with columns as wide as their longest cell. */
function tableOf([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)))
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...rows]
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}
