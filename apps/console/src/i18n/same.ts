type Texts = { readonly [key: string]: string | Texts }

/** The same texts in another language: one that is forgotten does not compile. */
export type Same<T extends Texts> = { [K in keyof T]: T[K] extends Texts ? Same<T[K]> : string }
