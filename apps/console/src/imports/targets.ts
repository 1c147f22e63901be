import type { Words } from '../words/words.ts'

export const RESOURCES = ['contacts', 'organisations'] as const
export type Resource = (typeof RESOURCES)[number]

/** What a column can go to, beside an extra field of its own name. */
const TARGETS = {
  contacts: ['email', 'first_name', 'last_name', 'external_id', 'organisation', 'organisation_external_id', 'language'],
  organisations: ['name', 'domain', 'external_id'],
} as const

/** The extra field that a column of this name goes to. */
function extraOf(column: string): string {
  return `metadata.${column.replaceAll('.', ' ').replace(/\s+/g, ' ').trim().slice(0, 90).toLowerCase()}`
}

/** What a column can go to, with what it is called. */
export function optionsFor(resource: Resource, column: string, { say }: Words): [target: string, text: string][] {
  const extra = extraOf(column)
  return [
    ['', say('imports.leave_out')],
    ...TARGETS[resource].map((target): [string, string] => [target, say(`imports.field.${target}`)]),
    [extra, say('imports.extra', { name: extra.slice('metadata.'.length) })],
  ]
}
