/** The languages of the views: those of the console. */
export type Language = 'en' | 'de'
export type Words<T> = Record<Language, T>
