import { createInstance, type ResourceKey } from 'i18next'

export type Values = Record<string, string | number>

/** A text in the reader's language. */
export interface Say<SingleKey extends string, PluralKey extends string> {
  (key: SingleKey, values?: Values): string
  /** By the plural rules of the language. */
  (key: PluralKey, values: Values & { count: number }): string
}

/** What says the texts of each language. Keys are the callers': here they are text alone. */
export function createSay<Language extends string>(
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
  const sayIn = new Map<string, (key: string, values?: Values) => string>()
  return (language) => {
    const known = sayIn.get(language)
    if (known) return known
    const say = i18n.getFixedT(language)
    const made = remembered((key, values = {}) => say(key, values))
    sayIn.set(language, made)
    return made
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
