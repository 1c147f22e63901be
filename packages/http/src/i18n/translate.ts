import { createInstance, type ResourceKey } from 'i18next'

export type Values = Record<string, string | number>

/** A text in the reader's language. */
export interface Translate<SingleKey extends string, PluralKey extends string> {
  (key: SingleKey, values?: Values): string
  /** By the plural rules of the language. */
  (key: PluralKey, values: Values & { count: number }): string
}

/** Creates the translation function of each language. Which keys there are is the callers' to type: here they are strings. */
export function createTranslator<Language extends string>(
  translations: Readonly<Record<Language, ResourceKey>>,
): (language: Language) => (key: string, values?: Values) => string {
  const i18n = createInstance({
    resources: Object.fromEntries(
      Object.entries<ResourceKey>(translations).map(([language, translation]) => [language, { translation }]),
    ),
    fallbackLng: 'en',
    initAsync: false,
    nsSeparator: false,
    interpolation: { escape: isolated },
  })
  void i18n.init()
  const translators = new Map<string, (key: string, values?: Values) => string>()
  return (language) => {
    const known = translators.get(language)
    if (known) return known
    const translate = i18n.getFixedT(language)
    const made = cached((key, values = {}) => translate(key, values))
    translators.set(language, made)
    return made
  }
}

const MAX_CACHED = 2000

/** Caches texts without names, which recur: a look-up costs a hundredth of the interpolation. */
function cached(translate: (key: string, values?: Values) => string): (key: string, values?: Values) => string {
  const texts = new Map<string, string>()
  return (key, values) => {
    const filled = values === undefined ? [] : Object.values(values)
    if (filled.some((value) => typeof value === 'string')) return translate(key, values)
    const name = `${key} ${filled.join(' ')}`
    const known = texts.get(name)
    if (known !== undefined) return known
    const text = translate(key, values)
    if (texts.size < MAX_CACHED) texts.set(name, text)
    return text
  }
}

/** Letters that are written from right to left, and marks that change the direction of writing. */
const BIDIRECTIONAL = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/

/** Keeps the direction of an interpolated text from changing that of the sentence (Unicode Standard Annex 9, isolates). */
export function isolated(text: string): string {
  return BIDIRECTIONAL.test(text) ? `\u2068${text}\u2069` : text
}
