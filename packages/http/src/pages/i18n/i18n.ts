import type { Handrail, Scope } from '@handrail/core'
import { DECLARED_RIGHTS } from '@handrail/core/contract'
import { type InterfaceLanguage, SCOPE_NAMES, SCOPES } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { acceptedLanguages, firstSupported } from '../../i18n/accept-language.ts'
import type { PluralOf, SingleOf } from '../../i18n/catalogue.ts'
import { createTranslator, type Translate } from '../../i18n/translate.ts'
import { readCookie } from '../visit/cookies.ts'
import { type coreTexts, de } from './de.ts'
import { en } from './en.ts'

/** The languages of the pages, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const satisfies Record<InterfaceLanguage, string>
type Language = InterfaceLanguage

// The keys of an object are text to the compiler; these are all that it has.
const TAGS = Object.keys(LANGUAGES) as Language[]

/** The keys of all texts: `account.title`. */
type Path<Texts> = { [Part in keyof Texts & string]: `${Part}.${keyof Texts[Part] & string}` }[keyof Texts & string]

export type SingleKey = SingleOf<Path<typeof en>>
type PluralKey = PluralOf<Path<typeof en>>

/** The texts of the reader's language. */
export interface I18n {
  language: Language
  t: Translate<SingleKey, PluralKey>
  /** Translations of the core's messages; undefined for English, which the core itself writes. */
  tCore: ((key: Path<typeof coreTexts>, values?: { when: string }) => string) | undefined
  /** The name of each scope. */
  scopes: Readonly<Record<Scope, string>>
}

// The types of Object.entries() do not say which key has which value.
const GERMAN_SCOPES = Object.fromEntries(
  Object.entries(SCOPE_NAMES).map(([scope, names]) => [scope, names.de]),
) as Readonly<Record<Scope, string>>

/** The words of the reference; those that are requested by name have plainer ones, as the console shows them. */
const ENGLISH_SCOPES = Object.fromEntries(
  Object.entries(SCOPES).map(([name, description]) => {
    // As above.
    const scope = DECLARED_RIGHTS[name as Scope].scope
    return [name, scope?.byName ? scope.name.en : description]
  }),
) as Readonly<Record<Scope, string>>

const translateIn = createTranslator({ en, de })

const I18N: Record<Language, I18n> = {
  en: { language: 'en', t: translateIn('en'), tCore: undefined, scopes: ENGLISH_SCOPES },
  de: { language: 'de', t: translateIn('de'), tCore: translateIn('de'), scopes: GERMAN_SCOPES },
}

/** The language chosen in this browser, else the first supported one that it accepts, else English. */
export function i18nFor({ settings }: Handrail, request: FastifyRequest): I18n {
  const chosen = languageOf(readCookie(settings, request, 'language'))
  return I18N[chosen ?? firstSupported(acceptedLanguages(request.headers['accept-language']), TAGS) ?? 'en']
}

export function languageOf(given: string | undefined): Language | undefined {
  return TAGS.find((tag) => tag === given)
}
