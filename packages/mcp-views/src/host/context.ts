import type { Language } from '../words/language.ts'

/** What the host says about where the view is shown. Each part may be absent. */
export interface HostContext {
  theme?: 'light' | 'dark'
  styles?: { variables?: Record<string, string | undefined> }
  locale?: string
  timeZone?: string
}

export interface Place {
  language: Language
  /** For dates and numbers: that of the host if it is one of the languages. */
  locale: string
  timeZone: string
  theme: 'light' | 'dark'
}

/** Shows the page in the colours and the language of the host. */
export function applyContext({ theme, styles, locale, timeZone }: HostContext): Place {
  const root = document.documentElement
  if (theme) root.dataset.theme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && typeof value === 'string' && !LOADS.test(value)) root.style.setProperty(name, value)
  const given = supported(locale) ?? supported(navigator.language) ?? 'en'
  const language = given.startsWith('de') ? 'de' : 'en'
  root.lang = given
  return { language, locale: given, timeZone: zoneOf(timeZone), theme: theme ?? ownTheme() }
}

function ownTheme(): 'light' | 'dark' {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** A value that would load something. */
const LOADS = /url\(|image-set\(|@import/i

function supported(locale: string | undefined): string | undefined {
  if (locale === undefined || !/^(?:de|en)\b/i.test(locale)) return undefined
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}

function zoneOf(given: string | undefined): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (given === undefined) return own
  try {
    return Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    return own
  }
}
