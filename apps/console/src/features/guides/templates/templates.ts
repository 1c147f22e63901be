import type { Templates } from '@handrail/core/contract'
import type { Language } from '../../../i18n/i18n.ts'

const CATALOGUES = {
  en: async () => (await import('@handrail/core/guide-templates/en')).en,
  de: async () => (await import('@handrail/core/guide-templates/de')).de,
}

/** The templates in a language. */
export function loadTemplates(language: Language): Promise<Templates> {
  return CATALOGUES[language]()
}
