import type { Language } from '../../../i18n/i18n.ts'
import type { Templates } from './template.ts'

const CATALOGUES = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}

/** The templates in a language. */
export function loadTemplates(language: Language): Promise<Templates> {
  return CATALOGUES[language]()
}
