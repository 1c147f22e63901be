import type { en } from './en.ts'
import type { PartTexts } from './parts.ts'

/** The keys of all texts: `guides.title`. */
type Path<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Path<T[K]>}`
}[keyof T & string]

type Key = Path<typeof en & PartTexts>

/** Keys of texts with plural forms: `guides.steps` for `guides.steps_one` and `guides.steps_other`. */
export type PluralKey = Key extends infer K ? (K extends `${infer Base}_one` ? Base : never) : never
export type SingleKey = Exclude<Key, `${PluralKey}_${'one' | 'other'}`>
