import { IMPORT_TARGETS, type Imported } from '@handrail/core/contract'
import type { I18n } from '../../i18n/i18n.ts'

/** The extra field for a column of this name. */
function extraOf(column: string): string {
  return `metadata.${column.replaceAll('.', ' ').replace(/\s+/g, ' ').trim().slice(0, 90).toLowerCase()}`
}

/** The fields that a column can be matched to, with their names. */
export function optionsFor(resource: Imported, column: string, { t }: I18n): [target: string, text: string][] {
  const extra = extraOf(column)
  return [
    ['', t('imports.leave_out')],
    ...IMPORT_TARGETS[resource].map((target): [string, string] => [target, t(`imports.field.${target}`)]),
    [extra, t('imports.extra', { name: extra.slice('metadata.'.length) })],
  ]
}
