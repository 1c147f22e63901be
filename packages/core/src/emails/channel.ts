import type { Channel } from '../storage/database.ts'

/** Notifies the workers of all processes that there is mail to send. */
export const emailsDue: Channel = { name: 'emails' }
