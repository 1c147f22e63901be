import { LANGUAGES, type Language } from '@handrail/core'
import { createInstance } from 'i18next'
import type { PluralKey, SingleKey } from './catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { createFormats, type Formats } from './formats.ts'
import { fr } from './fr.ts'

type Values = Record<string, string | number>

/** A text in the reader's language. */
interface Say {
  (key: SingleKey, values?: Values): string
  /** By the plural rules of the language. */
  (key: PluralKey, values: Values & { count: number }): string
}

/** The reader's language: its texts, and how it writes days and numbers. */
export interface Words extends Formats {
  language: Language
  /** As `lang` and `dir` of the page. None of the languages that there are is written from right to left. */
  locale: string
  direction: 'ltr' | 'rtl'
  say: Say
}

/** @param locale such as `en-GB` */
export type WordsOf = (language: Language, locale: string) => Words

export function createWords(): WordsOf {
  const translations = { en, de, fr, es }
  const i18n = createInstance({
    resources: Object.fromEntries(
      Object.entries(translations).map(([language, translation]) => [language, { translation }]),
    ),
    fallbackLng: 'en',
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escape: isolated },
  })
  void i18n.init()
  const formatsOf = createFormats()
  const sayIn = Object.fromEntries(
    LANGUAGES.map((language) => {
      const say = i18n.getFixedT(language)
      return [language, remembered((key, values = {}) => say(key, values))]
    }),
  )
  const made = new Map<string, Words>()
  return (language, locale) => {
    const known = made.get(`${language} ${locale}`)
    if (known) return known
    // The keys are those of the catalogues; i18next knows them as text alone.
    const say = sayIn[language] as Say
    const words: Words = { language, locale, direction: 'ltr', say, ...formatsOf(locale) }
    made.set(`${language} ${locale}`, words)
    return words
  }
}

const MAX_REMEMBERED = 2000

/** What is said without names is said often: looking it up costs a hundredth of putting it together. */
function remembered(say: (key: string, values?: Values) => string): (key: string, values?: Values) => string {
  const said = new Map<string, string>()
  return (key, values) => {
    const filled = values === undefined ? [] : Object.values(values)
    if (filled.some((value) => typeof value === 'string')) return say(key, values)
    const name = `${key} ${filled.join(' ')}`
    const known = said.get(name)
    if (known !== undefined) return known
    const text = say(key, values)
    if (said.size < MAX_REMEMBERED) said.set(name, text)
    return text
  }
}

/** Letters that are written from right to left, and marks that turn the direction of writing. */
const TURNING = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/

/** What is filled in keeps its direction of writing to itself (Unicode Standard Annex 9, isolates). */
export function isolated(text: string): string {
  return TURNING.test(text) ? `\u2068${text}\u2069` : text
}
