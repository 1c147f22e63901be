import type { Channel } from '../storage/database.ts'

/** Tells the workers of all processes that there are deliveries to send. */
export const deliveriesDue: Channel = { name: 'deliveries' }
