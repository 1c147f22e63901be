import { IMPORT_TARGETS, type Imported } from '@handrail/core/contract'
import type { I18n } from '../../i18n/i18n.ts'

/** The extra field that a column of this name goes to. */
function extraOf(column: string): string {
  return `metadata.${column.replaceAll('.', ' ').replace(/\s+/g, ' ').trim().slice(0, 90).toLowerCase()}`
}

/** What a column can go to, with what it is called. */
export function optionsFor(resource: Imported, column: string, { t }: I18n): [target: string, text: string][] {
  const extra = extraOf(column)
  return [
    ['', t('imports.leave_out')],
    ...IMPORT_TARGETS[resource].map((target): [string, string] => [target, t(`imports.field.${target}`)]),
    [extra, t('imports.extra', { name: extra.slice('metadata.'.length) })],
  ]
}
