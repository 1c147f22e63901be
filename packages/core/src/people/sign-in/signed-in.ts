import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { text } from '../../fields/fields.ts'
import type { Tx } from '../../storage/database.ts'
import { knownDeviceOf } from './known-device.ts'
import { insertSession } from './store.ts'
import { issueTicket } from './tickets.ts'

/** The result of a sign-in: a session, or a ticket for `finish_sign_in` if the account has a second factor. */
export const SignedIn = z.object({
  session_token: z.string().nullable(),
  second_factor_token: z.string().nullable(),
  known_device: z.string().nullable().describe('Cookie that identifies the device; see known-device.ts'),
})

/** The user agent of the browser: shown in the list of sessions, and not trusted. */
export const Device = text(2000)
  .transform((device) => device.slice(0, 255))
  .default('')

interface Person {
  id: string
  name: string
  second_factor_since: string | null
}

/** Continues a sign-in after the first factor. */
export async function beginSession(tx: Tx, context: Context, person: Person, device: string) {
  if (person.second_factor_since === null) return startSession(tx, context, person, device)
  const { token } = await issueTicket(tx, { purpose: 'second_factor', user_id: person.id, at: context.now() })
  return { session_token: null, second_factor_token: token, known_device: null }
}

/** Signs a person in. Each sign-in is a new session with a new token. */
export async function startSession(
  tx: Tx,
  context: Context,
  { id, name }: Pick<Person, 'id' | 'name'>,
  device: string,
) {
  const session_token = await insertSession(tx, { user_id: id, device, at: context.now() })
  await recordAudit(tx, context, { action: 'signed_in', subject_id: id, actor: { id, name } })
  return { session_token, second_factor_token: null, known_device: knownDeviceOf(context.sealer, id) }
}
