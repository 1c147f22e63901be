import type { Language } from '../../contract/languages.ts'

/** Words by which a text tells its language. */
const COMMON: Record<Language, ReadonlySet<string>> = {
  en: words('the and you your to of is are for with this that it on in'),
  de: words('der die das und sie ihr ihre ist nicht mit für auf den ein eine wir zu'),
  es: words('el la los las y de que en su es para con una por se'),
  fr: words('le la les et de vous votre est pour avec une dans des que sur'),
}

/** Fewer words tell nothing about how hard a text is. */
const MIN_WORDS = 30

export interface Reading {
  language: Language
  /** The age from which most people read it with ease. */
  age: number
}

/** How hard texts are to read; undefined for few words. */
export function readingOf(texts: readonly string[]): Reading | undefined {
  const text = texts.map(plain).join('. ')
  const found = text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []
  if (found.length < MIN_WORDS) return undefined
  const language = languageOf(found)
  const sentences = Math.max(1, text.split(/[.!?:]\s/).filter((one) => /\p{L}/u.test(one)).length)
  const age = Math.round(AGE[language](measure(found, sentences)))
  return { language, age: Math.min(25, Math.max(6, age)) }
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** A text without the marks and addresses of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/https?:\/\/[^\s)]+/g, ' ')
    .replaceAll(/[#*_`>|[\]()~-]+/g, ' ')
    .replaceAll(/\n+/g, '. ')
}

function languageOf(found: readonly string[]): Language {
  const score = (language: Language) => found.filter((word) => COMMON[language].has(word)).length
  const languages = Object.keys(COMMON) as Language[]
  return languages.reduce((best, one) => (score(one) > score(best) ? one : best))
}

interface Measures {
  words: number
  sentences: number
  syllables: number
  /** Shares of all words in percent. */
  long: number
  manySyllables: number
  oneSyllable: number
}

function measure(found: readonly string[], sentences: number): Measures {
  const syllables = found.map(syllablesIn)
  const percent = (count: number) => (100 * count) / found.length
  return {
    words: found.length,
    sentences,
    syllables: syllables.reduce((sum, one) => sum + one, 0),
    long: percent(found.filter((word) => word.length > 6).length),
    manySyllables: percent(syllables.filter((one) => one >= 3).length),
    oneSyllable: percent(syllables.filter((one) => one === 1).length),
  }
}

/** Groups of vowels, without a silent e at the end. */
function syllablesIn(word: string): number {
  const groups = word.replace(/[^aeiouyäöüáéíóúàèìòùâêîôû]e$/, '').match(/[aeiouyäöüáéíóúàèìòùâêîôûëïœæ]+/g) ?? []
  return Math.max(1, groups.length)
}

/** The age at which school begins: a grade is added to it. */
const FIRST_GRADE = 5

/**
 * The usual formula of each language: Flesch and Kincaid (1975), the first Wiener Sachtextformel (Bamberger and Vanecek, 1984),
 * Crawford (1985), and Kandel and Moles (1958), whose scale is that of Flesch.
 */
const AGE: Record<Language, (measures: Measures) => number> = {
  en: ({ words: count, sentences, syllables }) =>
    0.39 * (count / sentences) + 11.8 * (syllables / count) - 15.59 + FIRST_GRADE,
  de: ({ words: count, sentences, manySyllables, long, oneSyllable }) =>
    0.1935 * manySyllables + 0.1672 * (count / sentences) + 0.1297 * long - 0.0327 * oneSyllable - 0.875 + FIRST_GRADE,
  es: ({ words: count, sentences, syllables }) =>
    -0.205 * ((100 * sentences) / count) + 0.049 * ((100 * syllables) / count) - 3.407 + FIRST_GRADE,
  fr: ({ words: count, sentences, syllables }) =>
    ageOfEase(207 - 1.015 * (count / sentences) - 73.6 * (syllables / count)),
}

/** From the ease of reading by Flesch: 100 is read with ease at 10 years, 50 at 17. */
function ageOfEase(ease: number): number {
  return 24 - ease * 0.14
}
