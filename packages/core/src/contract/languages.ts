/** The languages in which contacts are addressed (BCP 47). */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
