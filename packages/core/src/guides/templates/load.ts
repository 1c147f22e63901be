import type { InterfaceLanguage } from '../../contract/contract.ts'
import type { Templates } from './template.ts'

const CATALOGUES: Record<InterfaceLanguage, () => Promise<Templates>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}

/** The templates in a language: they are loaded when somebody asks for them. */
export function loadTemplates(language: InterfaceLanguage): Promise<Templates> {
  return CATALOGUES[language]()
}
