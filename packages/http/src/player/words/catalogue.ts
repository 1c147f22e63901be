import type { en } from './en.ts'

type EnglishKey = keyof typeof en

/** What is said of numbers of things: `minutes` of `minutes_one` and `minutes_other`. */
export type PluralKey = EnglishKey extends infer K ? (K extends `${infer Base}_one` ? Base : never) : never

type PluralForm = `${PluralKey}_${'one' | 'other'}`
export type SingleKey = Exclude<EnglishKey, PluralForm>

/** All that English says, with the plural forms that a language has (CLDR): one that is forgotten does not compile. */
export type Catalogue<Forms extends string> = Record<SingleKey | `${PluralKey}_${Forms}`, string>
