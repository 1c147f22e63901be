import type { Channel } from '../storage/database.ts'

/** Notifies the workers of all processes that deliveries are due. */
export const deliveriesDue: Channel = { name: 'deliveries' }
