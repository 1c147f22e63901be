import { LANGUAGES, type Language } from '@handrail/core'
import { acceptedLanguages, firstSupported } from '../../i18n/accept-language.ts'

/** English writes dates in two ways; each other language has one locale. */
const LOCALES: Record<Language, readonly [string, ...string[]]> = {
  en: ['en-GB', 'en-US'],
  de: ['de'],
  fr: ['fr'],
  es: ['es'],
}

/**
 * The language of a page: the contact's choice, else the first supported language that the browser accepts, else the default
 * of the workspace.
 * @param acceptLanguage as browsers send it (RFC 9110 section 12.5.4)
 */
export function chooseLanguage(
  chosen: Language | null,
  acceptLanguage: string | undefined,
  byDefault: Language,
): { language: Language; locale: string } {
  const asked = acceptedLanguages(acceptLanguage)
  const language = chosen ?? firstSupported(asked, LANGUAGES) ?? byDefault
  const locale = asked.find((tag) => LOCALES[language].includes(tag)) ?? LOCALES[language][0]
  return { language, locale }
}
