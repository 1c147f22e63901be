import { LANGUAGES, type Language } from '@handrail/core'
import { askedFor, firstKnown } from '../../words/asked-for.ts'

/** Of English there are two ways of writing a day; of the others, one will do. */
const LOCALES: Record<Language, readonly [string, ...string[]]> = {
  en: ['en-GB', 'en-US'],
  de: ['de'],
  fr: ['fr'],
  es: ['es'],
}

/**
 * The language of a page: the one that the contact has chosen, else the first that the browser asks for and there is, else the
 * workspace's.
 * @param acceptLanguage as browsers send it (RFC 9110 section 12.5.4)
 */
export function chooseLanguage(
  chosen: Language | null,
  acceptLanguage: string | undefined,
  byDefault: Language,
): { language: Language; locale: string } {
  const asked = askedFor(acceptLanguage)
  const language = chosen ?? firstKnown(asked, LANGUAGES) ?? byDefault
  const locale = asked.find((tag) => LOCALES[language].includes(tag)) ?? LOCALES[language][0]
  return { language, locale }
}
