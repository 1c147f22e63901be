import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { findContact } from '../contacts/store.ts'
import type { Context } from '../context.ts'
import { type ParticipantRow, participationsOf } from '../enrollments/participants/store.ts'
import { type EnrollmentRow, findEnrollment } from '../enrollments/store.ts'
import type { MailOutcome } from '../messages/contract.ts'
import { hashToken } from '../secret/seal.ts'
import { prepared, type Reader, type Store, type Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import { DAY_MS, later } from '../times.ts'
import { type Correspondent, type ReplyKind, replyToken } from './address.ts'

/** A person in the thread of an enrollment. */
export interface Participant extends Correspondent {
  workspace_id: string
  enrollment_id: string
  /** Of a contact who is not the primary one. */
  participant_id?: string
  /** What a reply to the address becomes. */
  kind: ReplyKind
}

/** The participant whose contact writes; undefined for the primary contact and for members. */
async function participantFor(
  reader: Reader,
  { workspace_id, id, contact_id, participants_count }: EnrollmentRow,
  { person, person_id }: Correspondent,
): Promise<ParticipantRow | undefined> {
  if (person === 'member' || person_id === contact_id || participants_count === 0) return undefined
  const own = await participationsOf(reader, { workspace_id, contact_id: person_id })
  return own.find(({ enrollment_id }) => enrollment_id === id)
}

/** The enrollment with the link of a participant. */
const linkOf = ({ enrollment_id: id, ...participant }: ParticipantRow) => ({ ...participant, id })

/** The token of the reply address of a person for an enrollment and a kind of replies, which it makes known. */
export async function tokenFor(
  tx: Tx,
  { sealer }: Pick<Context, 'sealer'>,
  enrollment: EnrollmentRow,
  correspondent: Correspondent,
  kind: ReplyKind,
): Promise<string> {
  const participant = await participantFor(tx, enrollment, correspondent)
  const linked = participant ? linkOf(participant) : enrollment
  const tokens = {
    message: replyToken(sealer, linked, correspondent, 'message'),
    note: replyToken(sealer, linked, correspondent, 'note'),
  }
  const { reply_addresses: t } = tx.tables
  const { workspace_id, id: enrollment_id } = enrollment
  const token_hash = hashToken(tokens.message)
  const note_token_hash = correspondent.person === 'member' ? hashToken(tokens.note) : null
  const times = { created_at: tx.stamp, updated_at: tx.stamp }
  await tx.db
    .insert(t)
    .values({ workspace_id, enrollment_id, ...correspondent, token_hash, note_token_hash, ...times })
    .onConflictDoUpdate({
      target: [t.workspace_id, t.enrollment_id, t.person_id],
      set: { token_hash, note_token_hash, updated_at: tx.stamp },
      setWhere: sql`${t.token_hash} <> ${token_hash} or coalesce(${t.note_token_hash}, '') <> ${note_token_hash ?? ''}`,
    })
  return tokens[kind]
}

/** Whose reply address it is; undefined if it is of nobody, or of an earlier link of the enrollment. */
export async function participantOf(
  reader: Reader,
  { sealer }: Pick<Context, 'sealer'>,
  token: string,
): Promise<Participant | undefined> {
  const [row] = await prepared(
    reader,
    'reply_addresses.by_token',
    ({ db, tables: { reply_addresses: t } }) =>
      db
        .select({
          workspace_id: t.workspace_id,
          enrollment_id: t.enrollment_id,
          person_id: t.person_id,
          person: t.person,
          token_hash: t.token_hash,
        })
        .from(t)
        .where(
          or(
            eq(t.token_hash, sql.placeholder('token_hash')),
            eq(t.note_token_hash, sql.placeholder('note_token_hash')),
          ),
        ),
    { token_hash: hashToken(token), note_token_hash: hashToken(token) },
  )
  if (!row) return undefined
  const { token_hash, ...address } = row
  const kind: ReplyKind = token_hash === hashToken(token) ? 'message' : 'note'
  const found = { ...address, kind }
  const enrollment = await findEnrollment(reader, found.workspace_id, found.enrollment_id)
  if (!enrollment) return undefined
  const participant = await participantFor(reader, enrollment, found)
  if (replyToken(sealer, participant ? linkOf(participant) : enrollment, found, kind) !== token) return undefined
  if (found.person === 'member') return found
  const isTheirs = participant !== undefined || enrollment.contact_id === found.person_id
  if (!isTheirs || !(await findContact(reader, found.workspace_id, found.person_id))) return undefined
  return participant ? { ...found, participant_id: participant.id } : found
}

/** The mail of a participant, as it is known. */
export interface MailKey extends Pick<Participant, 'workspace_id' | 'enrollment_id'> {
  mail_hash: string
}

/** More deaths of the process while it read a mail are not risked. */
export const MAX_ATTEMPTS = 3

/** Counts an attempt to read a mail before it begins. @returns the attempts with this one, and the outcome if it is known */
export async function beginMail(tx: Tx, key: MailKey): Promise<{ attempts: number; outcome: MailOutcome | null }> {
  const { received_mails: t } = tx.tables
  const times = { created_at: tx.stamp, updated_at: tx.stamp }
  const [row] = await tx.db
    .insert(t)
    .values({ ...key, attempts: 1, outcome: null, ...times })
    .onConflictDoUpdate({
      target: [t.workspace_id, t.enrollment_id, t.mail_hash],
      set: { attempts: sql`${t.attempts} + 1`, updated_at: tx.stamp },
    })
    .returning({ attempts: t.attempts, outcome: t.outcome })
  return row ?? { attempts: 1, outcome: null }
}

/** Decides on a mail once. @returns whether it was undecided */
export async function endMail(tx: Tx, key: MailKey, outcome: MailOutcome): Promise<boolean> {
  const { received_mails: t } = tx.tables
  const ended = await tx.db
    .update(t)
    .set({ outcome, attempts: 0, updated_at: tx.stamp })
    .where(and(isOf(tx, key), isNull(t.outcome)))
    .returning({ mail_hash: t.mail_hash })
  return ended.length > 0
}

/** Takes back an attempt whose end is known, so that the mail can be sent again. */
export async function putOffMail(tx: Tx, key: MailKey): Promise<void> {
  const { received_mails: t } = tx.tables
  await tx.db.update(t).set({ attempts: 0, updated_at: tx.stamp }).where(isOf(tx, key))
}

function isOf({ tables: { received_mails: t } }: Reader, { workspace_id, enrollment_id, mail_hash }: MailKey) {
  return and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, enrollment_id), eq(t.mail_hash, mail_hash))
}

/** Servers retry a mail for days. */
const KEPT_MS = 30 * DAY_MS

/** Forgets received mails after 30 days. */
export async function forgetReceivedMails(store: Pick<Store, 'write'>, now: string): Promise<void> {
  const oldest = later(now, -KEPT_MS)
  await inSteps(store, (tx, rows) => deleteSome(tx, 'received_mails', [['created_at', '<', oldest]], rows))
}
