import type { CatalogueOf } from '../../i18n/catalogue.ts'

/** A part of the English texts in German: a missing key does not compile. */
export type German<English> = CatalogueOf<keyof English & string, 'one' | 'other'>
