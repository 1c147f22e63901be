import type { I18n } from '../../i18n/i18n.ts'

/** The names shown before "and 71 more". */
const SHOWN = 5

/** `Oakline Dental, Kestrel Logistics and 74 more` */
export function namesOf(organisations: readonly { name: string }[], { t }: I18n): string {
  const names = organisations.slice(0, SHOWN).map(({ name }) => name)
  const more = organisations.length - names.length
  return more === 0 ? names.join(', ') : t('bulk.and_more', { names: names.join(', '), count: more })
}
