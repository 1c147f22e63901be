import { type Handrail, type InterfaceLanguage, SCOPE_NAMES, SCOPES, type Scope } from '@handrail/core'
import type { FastifyRequest } from 'fastify'
import { askedFor, firstKnown } from '../../words/asked-for.ts'
import type { PluralOf, SingleOf } from '../../words/catalogue.ts'
import { createSay, type Say } from '../../words/say.ts'
import { readCookie } from '../visit/cookies.ts'
import { type coreWords, de } from './de.ts'
import { en } from './en.ts'

/** The languages of the pages, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const satisfies Record<InterfaceLanguage, string>
type Language = InterfaceLanguage

// The keys of an object are text to the compiler; these are all that it has.
const TAGS = Object.keys(LANGUAGES) as Language[]

/** The places of all texts: `members.title`. */
type Path<Texts> = { [Part in keyof Texts & string]: `${Part}.${keyof Texts[Part] & string}` }[keyof Texts & string]

export type SingleKey = SingleOf<Path<typeof en>>
type PluralKey = PluralOf<Path<typeof en>>

/** The reader's language. */
export interface Words {
  language: Language
  say: Say<SingleKey, PluralKey>
  /** What the core says in English itself; undefined for who reads English. */
  sayOfCore: ((key: Path<typeof coreWords>, values?: { when: string }) => string) | undefined
  /** What scopes allow. */
  scopes: Readonly<Record<Scope, string>>
}

// The types of Object.entries() do not say which key has which value.
const GERMAN_SCOPES = Object.fromEntries(
  Object.entries(SCOPE_NAMES).map(([scope, names]) => [scope, names.de]),
) as Readonly<Record<Scope, string>>

const sayIn = createSay({ en, de })

const WORDS: Record<Language, Words> = {
  en: { language: 'en', say: sayIn('en'), sayOfCore: undefined, scopes: SCOPES },
  de: { language: 'de', say: sayIn('de'), sayOfCore: sayIn('de'), scopes: GERMAN_SCOPES },
}

/** The language that was chosen in this browser, else the first that it asks for and there is, else English. */
export function wordsFor({ settings }: Handrail, request: FastifyRequest): Words {
  const chosen = languageOf(readCookie(settings, request, 'language'))
  return WORDS[chosen ?? firstKnown(askedFor(request.headers['accept-language']), TAGS) ?? 'en']
}

export function languageOf(given: string | undefined): Language | undefined {
  return TAGS.find((tag) => tag === given)
}
