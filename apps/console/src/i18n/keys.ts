import type { later } from './en/later.ts'
import type { en } from './en.ts'

type Texts = { readonly [key: string]: string | Texts }

/** The same texts in another language: one that is forgotten does not compile. */
export type Same<T extends Texts> = { [K in keyof T]: T[K] extends Texts ? Same<T[K]> : string }

/** The keys of all texts: `guides.title`. */
type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}`
}[keyof T & string]

type EveryKey = Path<typeof en> | Path<typeof later>

/** Keys of texts with plural forms: `guides.steps` for `guides.steps_one` and `guides.steps_other`. */
export type PluralKey = EveryKey extends infer K ? (K extends `${infer Base}_one` ? Base : never) : never
export type SingleKey = Exclude<EveryKey, `${PluralKey}_${'one' | 'other'}`>
