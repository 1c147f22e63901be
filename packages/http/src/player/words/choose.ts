import { LANGUAGES, type Language } from '@handrail/core'

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
  const asked = preferred(acceptLanguage ?? '')
  const known = asked.map(baseOf).find(isLanguage)
  const language = chosen ?? known ?? byDefault
  const locale = asked.find((tag) => LOCALES[language].includes(tag)) ?? LOCALES[language][0]
  return { language, locale }
}

const MAX_ASKED = 20

function preferred(header: string): string[] {
  return header
    .split(',', MAX_ASKED)
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';')
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag, quality: quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

function baseOf(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? ''
}

function isLanguage(tag: string): tag is Language {
  return LANGUAGES.some((language) => language === tag)
}
