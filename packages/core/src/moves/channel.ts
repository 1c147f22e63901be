import type { Channel } from '../storage/database.ts'

/** Tells the workers of all processes that there is a move to go on with. */
export const movesDue: Channel = { name: 'moves' }
