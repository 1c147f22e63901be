/** What is said of numbers of things: `minutes` of `minutes_one` and `minutes_other`. */
export type PluralOf<Key extends string> = Key extends `${infer Base}_one` ? Base : never

export type SingleOf<Key extends string> = Exclude<Key, `${PluralOf<Key>}_${'one' | 'other'}`>

/** All that English says, with the plural forms that a language has (CLDR): one that is forgotten does not compile. */
export type CatalogueOf<EnglishKey extends string, Forms extends string> = Record<
  SingleOf<EnglishKey> | `${PluralOf<EnglishKey>}_${Forms}`,
  string
>
