import { LANGUAGES, type Language } from '@handrail/core/contract'

const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' }

/** The languages in which contacts can be written to, each by its own name. */
export const CONTACT_LANGUAGES = LANGUAGES.map((language) => [language, NAMES[language]] as const)
