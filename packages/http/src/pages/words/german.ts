import type { CatalogueOf } from '../../words/catalogue.ts'

/** All that a part of the English texts says, in German: what is forgotten does not compile. */
export type German<English> = CatalogueOf<keyof English & string, 'one' | 'other'>
