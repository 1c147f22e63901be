import type { Language } from '@handrail/core'
import { createSay, type Say } from '../../words/say.ts'
import type { PluralKey, SingleKey } from './catalogue.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { createFormats, type Formats } from './formats.ts'
import { fr } from './fr.ts'

/** The reader's language: its texts, and how it writes days and numbers. */
export interface Words extends Formats {
  language: Language
  /** As `lang` and `dir` of the page. None of the languages that there are is written from right to left. */
  locale: string
  direction: 'ltr' | 'rtl'
  say: Say<SingleKey, PluralKey>
}

/** @param locale such as `en-GB` */
export type WordsOf = (language: Language, locale: string) => Words

export function createWords(): WordsOf {
  const sayIn = createSay({ en, de, fr, es })
  const formatsOf = createFormats()
  const made = new Map<string, Words>()
  return (language, locale) => {
    const known = made.get(`${language} ${locale}`)
    if (known) return known
    const words: Words = { language, locale, direction: 'ltr', say: sayIn(language), ...formatsOf(locale) }
    made.set(`${language} ${locale}`, words)
    return words
  }
}
