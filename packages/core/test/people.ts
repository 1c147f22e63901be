import { operations, type SignedInSession } from '../src/index.ts'
import type { Instance } from './instance.ts'

const { createUser, signIn } = operations

export const PASSWORD = 'correct horse battery'
/** From the documentation range of RFC 5737. */
export const ADDRESS = '192.0.2.1'

/** A member of the first workspace, with the test password. */
export async function addMember({ acme, handrail }: Instance, email: string, role = 'viewer') {
  const operator = await handrail.asSystem(acme.context.caller.workspace_id)
  // The roles of the tests are known ones.
  const input = { email, name: email.split('@')[0] ?? '', role: role as 'viewer', password: PASSWORD }
  return (await operator.invoke(createUser, input)).data
}

export async function signInAs({ handrail }: Instance, email: string, password = PASSWORD, address = ADDRESS) {
  return (await handrail.asVisitor(address).invoke(signIn, { email, password })).data
}

/** Signs in a person without a second factor. */
export async function personOf(instance: Instance, email: string) {
  const { session_token } = await signInAs(instance, email)
  const session = (await instance.handrail.session(session_token ?? '')) as SignedInSession
  return instance.handrail.asUser(session.user_id, session.id)
}

/** Advances the clock. */
export function wait({ clock }: Instance, { minutes = 0, days = 0 }: { minutes?: number; days?: number }): void {
  clock.now = new Date(clock.now.getTime() + (minutes + days * 1440) * 60_000)
}

/** All stored data about people as text, which must not contain secrets. */
export async function storedText({ handrail }: Instance): Promise<string> {
  const rows = await handrail.database.read(async ({ db, tables }) =>
    Promise.all(
      [
        tables.users,
        tables.sessions,
        tables.tickets,
        tables.recovery_codes,
        tables.invitations,
        tables.audit_entries,
      ].map((table) => db.select().from(table)),
    ),
  )
  return JSON.stringify(rows)
}
