import type { EmailRow } from '../../src/emails/store.ts'
import { newId } from '../../src/ids.ts'
import type { Bound } from '../../src/index.ts'
import type { Instance } from '../instance.ts'

const BATCH = 500

/**
 * Adds mail of workspaces, which need not exist and sort before all others.
 * @param state of each mail; encrypted so that it can be sent
 */
export async function addWaitingMail(
  { handrail: { database } }: Instance,
  { context }: Bound,
  { workspaces, each, ...state }: { workspaces: number; each: number } & Partial<EmailRow>,
): Promise<void> {
  const message = { text: 'Hello', html: '<p>Hello</p>', link: null, from_name: null, reply_to: null }
  const sealed_message = context.sealer.seal(JSON.stringify({ ...message, unsubscribe: null, shows_logo: false }))
  const places = Array.from({ length: workspaces * each }, (_, i) => i % workspaces)
  for (let from = 0; from < places.length; from += BATCH)
    await database.write(async ({ db, stamp: at, time, tables: { emails } }) => {
      const times = { next_attempt_at: time, created_at: at, updated_at: at }
      const mail = { kind: 'answer' as const, status: 'waiting' as const, subject: 'Hello', recipient_name: 'Eve' }
      await db.insert(emails).values(
        places.slice(from, from + BATCH).map((place) => ({
          workspace_id: `00000000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`,
          id: newId(),
          recipient: `eve${place}@example.com`,
          sealed_message,
          attempts: 0,
          ...mail,
          ...times,
          ...state,
        })),
      )
    })
}
