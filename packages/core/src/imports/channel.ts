import type { Channel } from '../storage/database.ts'

/** Tells the workers of all processes that there is an import to go on with. */
export const importsDue: Channel = { name: 'imports' }
