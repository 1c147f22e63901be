import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { removeContact } from '../../contacts/change.ts'
import type { Contact } from '../../contacts/contact.ts'
import { findContact, findContactEvenDeleted } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { participationsOf } from '../../enrollments/participants/store.ts'
import { deleteEnrollmentRow, type EnrollmentRow, lockToDelete } from '../../enrollments/store.ts'
import { existing } from '../../errors.ts'
import { RecordId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Tx } from '../../storage/database.ts'
import type { Condition } from '../../storage/steps/condition.ts'
import { deleteSome } from '../../storage/steps/delete-some.ts'
import { tablesOf } from '../../tables.ts'

/** An address that never exists (RFC 2606). */
const ERASED_EMAIL = 'erased@erased.invalid'
/** Maximum number of events examined and rows deleted per step. */
const BATCH = 500

export const eraseContact = operation({
  name: 'erase_contact',
  summary: 'Permanently erase a contact with all data about them',
  description:
    'Enrollments, answers, files, messages, mail and events are deleted too. What the contact did in enrollments of others is kept there without the name, except for approvals, which keep it as signed. The audit log keeps that a contact with this id was ' +
    'erased, when and by whom. Webhook receivers get contact.deleted; data that they received before is not affected.',
  access: 'exports:manage',
  audit: ['contact.erased', 'participant.removed', 'participant.many_removed'],
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  async run(context, { id }) {
    const { workspace_id } = context.caller
    existing(await context.store.read((reader) => findContactEvenDeleted(reader, workspace_id, id)))
    await context.store.write(async (tx) => {
      const contact = await findContact(tx, workspace_id, id)
      if (contact) await removeContact(tx, context, nameless(contact))
    })
    const enrollments = await eraseEnrollments(context, id)
    const participations = await forgetParticipations(context, id)
    await eraseEvents(context, [id, ...enrollments, ...participations])
    await context.store.write(async (tx) => {
      await eraseRows(tx, 'contact', workspace_id, id)
      await recordAudit(tx, context, { action: 'contact.erased', subject_id: id })
    })
  },
})

/** The event data of an erased contact: receivers identify the record by its id. */
function nameless(contact: Contact): Contact {
  return {
    ...contact,
    email: ERASED_EMAIL,
    first_name: '-',
    last_name: '',
    metadata: {},
    unsubscribed_at: null,
  }
}

/** Removes the name of a contact from the messages in enrollments of others. @returns the ids of the participants */
async function forgetParticipations(
  { caller: { workspace_id }, store }: Context,
  contact_id: string,
): Promise<string[]> {
  return store.write(async (tx) => {
    const { messages: t } = tx.tables
    const former = await participationsOf(tx, { workspace_id, contact_id }, sql`true`)
    for (const { id, enrollment_id } of former)
      await tx.db
        .update(t)
        .set({ author_name: '', sender_email: null, updated_at: tx.stamp })
        .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.participant_id, id)))
    return former.map(({ id }) => id)
  })
}

/** @returns their ids */
async function eraseEnrollments(context: Context, contact_id: string): Promise<string[]> {
  const { workspace_id } = context.caller
  const ids: string[] = []
  for (;;) {
    const erased = await context.store.write(async (tx) => {
      const { enrollments } = tx.tables
      const own = and(eq(enrollments.workspace_id, workspace_id), eq(enrollments.contact_id, contact_id))
      const [found] = await tx.db.select({ id: enrollments.id }).from(enrollments).where(own).limit(1)
      const enrollment = found && (await lockToDelete(tx, workspace_id, found.id))
      if (enrollment) await eraseEnrollment(tx, context, enrollment)
      return found?.id
    })
    if (erased === undefined) return ids
    ids.push(erased)
  }
}

async function eraseEnrollment(tx: Tx, context: Context, enrollment: EnrollmentRow): Promise<void> {
  const { files, message_files } = tx.tables
  const { workspace_id, id } = enrollment
  const sent: { stored_as: string | null }[] = []
  for (const table of [files, message_files])
    sent.push(
      ...(await tx.db
        .select({ stored_as: table.stored_as })
        .from(table)
        .where(and(eq(table.workspace_id, workspace_id), eq(table.enrollment_id, id)))),
    )
  await deleteEnrollmentRow(tx, enrollment)
  await eraseRows(tx, 'enrollment', workspace_id, id)
  tx.afterCommit(() => {
    // If that fails, the sweep deletes it.
    for (const { stored_as } of sent) if (stored_as) void context.contents.remove(stored_as).catch(() => undefined)
  })
}

/** Deletes the rows of every table declared as owned by the contact or enrollment; the record itself comes last. */
async function eraseRows(tx: Tx, owner: 'contact' | 'enrollment', workspace_id: string, id: string): Promise<void> {
  const own = tablesOf(owner).toSorted((a, b) => Number(a.column === 'id') - Number(b.column === 'id'))
  for (const { name, column } of own) {
    const conditions: Condition[] = [
      ['workspace_id', '=', workspace_id],
      [column, '=', id],
    ]
    while ((await deleteSome(tx, name, conditions, BATCH)) === BATCH);
  }
}

/** Deletes the events about a contact with their deliveries, in steps, because only their text contains the contact. */
async function eraseEvents({ caller: { workspace_id }, store }: Context, ids: readonly string[]): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await store.read(({ db, tables: { events: t } }) =>
      db
        .select({ id: t.id, data: t.data })
        .from(t)
        .where(and(eq(t.workspace_id, workspace_id), gt(t.id, last)))
        .orderBy(asc(t.id))
        .limit(BATCH),
    )
    // The event of the deletion contains no personal data and must still be delivered.
    const found = rows.filter(({ data }) => !data.includes(ERASED_EMAIL) && ids.some((id) => data.includes(id)))
    if (found.length > 0)
      await store.write(async ({ db, tables: { events, webhook_deliveries: deliveries } }) => {
        const eventIds = found.map(({ id }) => id)
        await db
          .delete(deliveries)
          .where(and(eq(deliveries.workspace_id, workspace_id), inArray(deliveries.event_id, eventIds)))
        await db.delete(events).where(and(eq(events.workspace_id, workspace_id), inArray(events.id, eventIds)))
      })
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}
