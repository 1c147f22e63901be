import type { Channel } from '../storage/database.ts'

/** Notifies the workers of all processes that a move is due. */
export const movesDue: Channel = { name: 'moves' }
