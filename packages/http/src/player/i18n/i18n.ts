import type { Language } from '@handrail/core'
import { createTranslator, type Translate } from '../../i18n/translate.ts'
import type { PluralKey, SingleKey } from './catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { createFormats, type Formats } from './formats.ts'
import { fr } from './fr.ts'

/** The reader's language: its texts, and its formats of days and numbers. */
export interface I18n extends Formats {
  language: Language
  /** The `lang` and `dir` of the page. None of the supported languages is written from right to left. */
  locale: string
  direction: 'ltr' | 'rtl'
  t: Translate<SingleKey, PluralKey>
}

/** @param locale such as `en-GB` */
export type I18nOf = (language: Language, locale: string) => I18n

export function createI18n(): I18nOf {
  const translateIn = createTranslator({ en, de, fr, es })
  const formatsOf = createFormats()
  const made = new Map<string, I18n>()
  return (language, locale) => {
    const known = made.get(`${language} ${locale}`)
    if (known) return known
    const i18n: I18n = { language, locale, direction: 'ltr', t: translateIn(language), ...formatsOf(locale) }
    made.set(`${language} ${locale}`, i18n)
    return i18n
  }
}
