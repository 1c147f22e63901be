import i18next, { type i18n } from 'i18next'
import type { Language } from '../../contract/languages.ts'
import { plain } from './plain.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { es } from './texts/es.ts'
import { fr } from './texts/fr.ts'
import type { Texts } from './texts/texts.ts'

type Plural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key
export type TextKey = Plural<keyof Texts>

export type Say = (key: TextKey, values?: Record<string, string | number>) => string

const TEXTS: Record<Language, Texts> = { en, de, fr, es }
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** Text of other people, isolated so that it does not affect the text direction (U+2068 to U+2069). */
export function isolated(text: string): string {
  const safe = plain(text)
  return RIGHT_TO_LEFT.test(safe) ? `\u2068${safe}\u2069` : safe
}

function catalogue(): i18n {
  const instance = i18next.createInstance()
  const resources = Object.fromEntries(Object.entries(TEXTS).map(([language, mail]) => [language, { mail }]))
  void instance.init({
    resources,
    defaultNS: 'mail',
    fallbackLng: 'en',
    initAsync: false,
    returnEmptyString: false,
    interpolation: { escape: isolated },
  })
  return instance
}

const CATALOGUE = catalogue()

/** The texts of mail in a language. */
export function translator(language: Language): Say {
  const translate = CATALOGUE.getFixedT(language)
  return (key, values = {}) => translate(key, values)
}

/** A date in the format of a language and the given time zone. */
export function dayIn(language: Language, time: string, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(new Date(time))
}

/** A date of the calendar with its weekday, as people of a language write it: `Thu, 3 December`. English is that of Europe. */
export function weekdayIn(language: Language, date: string): string {
  const format = { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, format).format(new Date(date))
}

/** A moment as people of a language write it. */
export function dateTimeIn(language: Language, time: string, timeZone = 'UTC'): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  const zone = timeZone === 'UTC' ? ' UTC' : ''
  return `${new Intl.DateTimeFormat(language, format).format(new Date(time))}${zone}`
}
