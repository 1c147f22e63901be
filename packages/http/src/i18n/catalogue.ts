/** The base of plural keys: `minutes` for `minutes_one` and `minutes_other`. */
export type PluralOf<Key extends string> = Key extends `${infer Base}_one` ? Base : never

export type SingleOf<Key extends string> = Exclude<Key, `${PluralOf<Key>}_${'one' | 'other'}`>

/** All keys of the English texts, with the plural forms of a language (CLDR): a missing key does not compile. */
export type CatalogueOf<EnglishKey extends string, Forms extends string> = Record<
  SingleOf<EnglishKey> | `${PluralOf<EnglishKey>}_${Forms}`,
  string
>
