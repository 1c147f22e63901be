import type { InterfaceLanguage } from '@handrail/core/contract'
import { createInstance, type i18n as Instance } from 'i18next'
import { createContext, useContext } from 'react'
import { BASE } from '../base-path.ts'
import { createFormats, type Formats } from './formats.ts'
import type { PluralKey, SingleKey } from './keys.ts'
import { loadPart, type TextPart } from './parts.ts'

export const LANGUAGES: Readonly<Record<InterfaceLanguage, string>> = { en: 'English', de: 'Deutsch' }
export type Language = InterfaceLanguage

type Values = Record<string, string | number>

/** A text in the reader's language. */
interface Translate {
  (key: SingleKey, values?: Values): string
  /** A text in its plural form by the rules of the language. */
  (key: PluralKey, values: Values & { count: number }): string
}

/** The reader's language: its texts, and its formats of days and numbers. */
export interface I18n extends Formats {
  language: Language
  t: Translate
}

/** A language is loaded when somebody reads it. */
const CATALOGUES = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
}

/** The texts of this page: parts are added to them. */
let current: { i18n: Instance; language: Language } | undefined
const parts = new Set<TextPart>()

/** Loads a part of the texts, in the language of this page and in each that is chosen from then on. */
export async function loadTexts(part: TextPart): Promise<void> {
  parts.add(part)
  if (current) await addPart(current.i18n, current.language, part)
}

async function addPart(i18n: Instance, language: Language, part: TextPart): Promise<void> {
  i18n.addResourceBundle(language, 'translation', await loadPart(part, language), true)
}

export async function loadI18n(language: Language): Promise<I18n> {
  const i18n = createInstance({
    lng: language,
    resources: { [language]: { translation: await CATALOGUES[language]() } },
    interpolation: { escapeValue: false },
  })
  await i18n.init()
  // A set goes on with the parts of a page that is opened meanwhile.
  for (const part of parts) await addPart(i18n, language, part)
  current = { i18n, language }
  const translate = i18n.getFixedT(language)
  const t: Translate = (key: string, values: Values = {}) => translate(key, values)
  return { language, t, ...createFormats(localeOf(language)) }
}

/** The variant of a language that the browser prefers. Browsers of some systems also send invalid language tags. */
function localeOf(language: Language): string {
  const asked = navigator.languages.filter((tag) => tag === language || tag.startsWith(`${language}-`))
  return asked.find(isTag) ?? language
}

function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

export const I18nContext = createContext<I18n | undefined>(undefined)

export function useI18n(): I18n {
  const i18n = useContext(I18nContext)
  if (!i18n) throw new Error('useI18n belongs below the I18nContext of the application')
  return i18n
}

/** The cookie of the language, which the server sets and its pages use as well: `pages/visit/cookies.ts`. */
const STORAGE_KEY = 'handrail_language'

/** The language chosen in this browser, else the first available one of its preferences. */
export function preferredLanguage(): Language {
  const stored = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${STORAGE_KEY}=`))
  const asked = [stored?.slice(STORAGE_KEY.length + 1) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2))
  return asked.find(isLanguage) ?? 'en'
}

/** Saves the language like the menu of the server's pages. If the request fails, it applies to this page only. */
export async function saveLanguage(language: Language): Promise<void> {
  const body = new URLSearchParams({ language })
  await fetch(`${BASE}/language`, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined)
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag)
}
