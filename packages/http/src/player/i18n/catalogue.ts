import type { CatalogueOf, PluralOf, SingleOf } from '../../i18n/catalogue.ts'
import type { en } from './en.ts'

type EnglishKey = keyof typeof en

export type PluralKey = PluralOf<EnglishKey>
export type SingleKey = SingleOf<EnglishKey>
export type Catalogue<Forms extends string> = CatalogueOf<EnglishKey, Forms>
