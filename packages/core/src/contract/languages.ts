/** The languages in which contacts are addressed (BCP 47). */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const
/** A language in which contacts are addressed. */
export type Language = (typeof LANGUAGES)[number]
