import { IMPORT_TARGETS, type Imported, metadataTarget } from '@handrail/core/contract'
import type { I18n } from '../../i18n/i18n.ts'

/** The fields that a column can be matched to, with their names. */
export function optionsFor(resource: Imported, column: string, { t }: I18n): [target: string, text: string][] {
  const extra = metadataTarget(column)
  return [
    ['', t('imports.leave_out')],
    ...IMPORT_TARGETS[resource].map((target): [string, string] => [target, t(`imports.field.${target}`)]),
    ...(extra === ''
      ? []
      : [[extra, t('imports.extra', { name: extra.slice('metadata.'.length) })] as [string, string]]),
  ]
}
