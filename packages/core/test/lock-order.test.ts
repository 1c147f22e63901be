import { afterEach, beforeEach, expect, test } from 'vitest'
import { operations } from '../src/index.ts'
import type { Tx } from '../src/storage/database.ts'
import { type Instance, publishedGuide } from './instance.ts'
import { type Mailing, openMailing } from './mail.ts'
import { addMember } from './people.ts'
import { waitingFor } from './waiting.ts'

const {
  createContact,
  createEnrollment,
  createInternalNote,
  createParticipant,
  getEnrollment,
  removeMember,
  sendParticipantReminder,
  updateInternalNote,
} = operations

// Of two requests that lock the same records in different orders, each would wait for the other: PostgreSQL ends one after a second.
let instance: Mailing
beforeEach(async () => {
  instance = await openMailing('postgres', { poolSize: 8 })
})
afterEach(() => instance.close())

/** Holds a lock until a request waits for it. @returns what another transaction reads then, and the outcome of the request */
async function whileItWaits<T>(
  hold: (tx: Tx) => Promise<unknown>,
  request: () => Promise<T>,
  sql: string,
  id: string,
): Promise<{ found: unknown[]; outcome: T }> {
  const { write } = instance.handrail.database
  const requested = await write(async (tx) => {
    await hold(tx)
    const outcome = request()
    await expect.poll(() => waitingFor(tx)).toBe(1)
    // Fails if another transaction has locked the row.
    return { outcome, found: await tx.connection.rows(sql, [id]) }
  })
  return { found: requested.found, outcome: await requested.outcome }
}

test('the removal of a member locks the enrollments before the member', async () => {
  const { acme } = instance
  const { id: user_id } = await addMember(instance, 'jonas@example.com', 'editor')
  const { id } = await enrollment(instance, user_id)
  const lockEnrollment = ({ connection }: Tx) =>
    Promise.resolve(connection.rows('select 1 from enrollments where id = $1 for no key update', [id]))
  const member = 'select user_id from memberships where user_id = $1 for share nowait'
  const remove = () => acme.invoke(removeMember, { user_id })
  const { found } = await whileItWaits(lockEnrollment, remove, member, user_id)
  expect(found).toEqual([{ user_id }])
  expect((await acme.invoke(getEnrollment, { id })).data.assignee).toBeNull()
})

test('a note that mentions a member locks the enrollment before the member', async () => {
  const { acme } = instance
  const { id: user_id } = await addMember(instance, 'jonas@example.com', 'editor')
  const { id } = await enrollment(instance)
  const lockEnrollment = ({ connection }: Tx) =>
    Promise.resolve(connection.rows('select 1 from enrollments where id = $1 for no key update', [id]))
  const member = 'select user_id from memberships where user_id = $1 for update nowait'
  const note = (body: string, mentions: string[]) => acme.invoke(createInternalNote, { id, body, mentions })
  const { found, outcome } = await whileItWaits(lockEnrollment, () => note('For you', [user_id]), member, user_id)
  expect(found).toEqual([{ user_id }])
  expect(outcome.data.mentions).toEqual([user_id])
  const { data: own } = await note('For all', [])
  const change = () => acme.invoke(updateInternalNote, { id, internal_note_id: own.id, mentions: [user_id] })
  expect((await whileItWaits(lockEnrollment, change, member, user_id)).found).toEqual([{ user_id }])
})

test('a reminder to a participant waits for others to the same person before it locks the contact', async () => {
  const { acme } = instance
  const { id } = await enrollment(instance)
  const person = { email: 'it@example.com', first_name: 'Ida' }
  const { data: participant } = await acme.invoke(createParticipant, { id, ...person })
  const { contact_id } = participant
  const lockReminders = async ({ connection }: Tx) => connection.dialect.lockRecord(connection, contact_id)
  const contact = 'select id from contacts where id = $1 for update nowait'
  const remind = () => acme.invoke(sendParticipantReminder, { id, participant_id: participant.id })
  const { found } = await whileItWaits(lockReminders, remind, contact, contact_id)
  expect(found).toEqual([{ id: contact_id }])
})

async function enrollment({ acme }: Pick<Instance, 'acme'>, assignee_id?: string) {
  const { id: guide_id } = await publishedGuide(acme)
  const { data } = await acme.invoke(createContact, { email: 'pia@example.com', first_name: 'Pia' })
  return (await acme.invoke(createEnrollment, { contact_id: data.id, guide_id, ...(assignee_id && { assignee_id }) }))
    .data
}
