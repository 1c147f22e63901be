import type { Channel } from '../storage/database.ts'

/** Notifies the workers of all processes that an import is due. */
export const importsDue: Channel = { name: 'imports' }
