import type { later } from './en/later.ts'
import type { en } from './en.ts'

export type Texts = { readonly [key: string]: string | Texts }

/** The same texts in another language: one that is forgotten does not compile. */
export type Same<T extends Texts> = { [K in keyof T]: T[K] extends Texts ? Same<T[K]> : string }

/** The keys of all texts: `guides.title`. */
type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}`
}[keyof T & string]

/** Keys of texts with plural forms: `guides.steps` for `guides.steps_one` and `guides.steps_other`. */
export type PluralKeyOf<T> = Path<T> extends infer K ? (K extends `${infer Base}_one` ? Base : never) : never
export type SingleKeyOf<T> = Exclude<Path<T>, `${PluralKeyOf<T>}_${'one' | 'other'}`>

/** The texts of all pages, with those that the pages of settings load beside them. */
export type AllTexts = typeof en & typeof later

export type SingleKey = SingleKeyOf<AllTexts>
