import { CONTACT_RIGHTS, rightsOf } from '../access/rights.ts'
import type { Caller } from '../caller.ts'
import { findContact } from '../contacts/store.ts'
import type { Context } from '../context.ts'
import { MAX_NOTE } from '../enrollments/internal-notes/internal-note.ts'
import { countWritten } from '../messages/limits.ts'
import { MAX_BODY } from '../messages/message.ts'
import type { ArrivedFile } from '../messages/post.ts'
import { invoke } from '../operation/invoke.ts'
import { findMember } from '../people/members/assignee.ts'
import { findRole } from '../people/members/store.ts'
import { NO_PLAN } from '../workspaces/plans.ts'
import { inSlot } from '../workspaces/quotas/slots.ts'
import { findWorkspace } from '../workspaces/store.ts'
import { dropFiles, keepFiles } from './keep-files.ts'
import { receiveAnswer, receiveNote, receiveQuestion } from './operations.ts'
import { MailFault, type MailFile, type ParsedMail } from './parse/mail.ts'
import type { Participant } from './store.ts'

/**
 * Stores a mail as the message of its author, with the rights that the author has now.
 * @returns whether it is new
 * @throws MailFault for a mail that cannot be accepted; AppError
 */
export function storeReply(
  context: Context,
  participant: Participant,
  mail_hash: string,
  mail: ParsedMail,
): Promise<boolean> {
  return participant.person === 'contact'
    ? storeQuestion(context, participant, mail_hash, mail)
    : storeAnswer(context, participant, mail_hash, mail)
}

async function storeQuestion(context: Context, participant: Participant, mail_hash: string, mail: ParsedMail) {
  const { workspace_id, enrollment_id, person_id, participant_id } = participant
  const contact = await context.store.read((reader) => findContact(reader, workspace_id, person_id))
  const [author] = mail.from
  if (!contact) throw new MailFault('There is no such address')
  if (author === undefined) throw new MailFault('The mail names no sender')
  const sender_email = mail.from.length > 1 || author !== contact.email ? author : null
  const person = participant_id === undefined ? { contact_id: contact.id } : { participant_id }
  const caller = { kind: 'contact' as const, id: enrollment_id, ...person, rights: CONTACT_RIGHTS }
  const mine = await contextFor(context, participant, caller)
  return storing(mine, enrollment_id, mail, async (reply) => {
    const { value } = await invoke(receiveQuestion, mine, { mail_hash, sender_email, ...reply })
    return value.data.is_new
  })
}

async function storeAnswer(context: Context, participant: Participant, mail_hash: string, mail: ParsedMail) {
  const { workspace_id, enrollment_id, person_id: id, kind } = participant
  const { member, role } = await context.store.read(async (reader) => ({
    member: await findMember(reader, workspace_id, id),
    role: await findRole(reader, workspace_id, id),
  }))
  if (!member || role === undefined) throw new MailFault('There is no such address')
  const [author, ...others] = mail.from
  // Anybody who has the address could write in the name of the team otherwise.
  if (others.length > 0 || author !== member.email.toLowerCase())
    throw new MailFault(`Only mail from the address of ${member.name} is accepted here`)
  const theirs = await contextFor(context, participant, { kind: 'member', id, rights: rightsOf(role) })
  if (kind === 'note') return storeNote(theirs, enrollment_id, mail_hash, mail)
  return storing(theirs, enrollment_id, mail, async (reply) => {
    const { value } = await invoke(receiveAnswer, theirs, { mail_hash, enrollment_id, ...reply })
    return value.data.is_new
  })
}

/** Stores a reply as an internal note. Notes have no files, so that those of the mail are named. */
async function storeNote(context: Context, enrollment_id: string, mail_hash: string, { body, files }: ParsedMail) {
  await countWritten(context, enrollment_id)
  const named = files.length === 0 ? '' : `[${files.map(({ name }) => name).join(', ')}]`
  const text = [body, named].filter((part) => part !== '').join('\n\n')
  if (text === '') throw new MailFault('The mail is empty')
  // A note is not cut: what is kept is what was written.
  if (text.length > MAX_NOTE) throw new MailFault(`A note has at most ${MAX_NOTE} characters`)
  const { value } = await invoke(receiveNote, context, { mail_hash, enrollment_id, body: text })
  return value.data.is_new
}

/** The context of a caller in the workspace of a participant. */
async function contextFor(
  context: Context,
  { workspace_id }: Participant,
  caller: Pick<Caller, 'kind' | 'id' | 'participant_id' | 'contact_id' | 'rights'>,
): Promise<Context> {
  const workspace = await context.store.read((reader) => findWorkspace(reader, workspace_id))
  const plan = context.settings.plans[workspace?.plan ?? ''] ?? NO_PLAN
  return { ...context, caller: { ...caller, workspace_id, plan } }
}

/** Stores a reply with its attachments, within the limits of messages and uploads. */
async function storing(
  context: Context,
  enrollment_id: string,
  { body, whole, files }: ParsedMail,
  store: (reply: { body: string; files: ArrivedFile[] }) => Promise<boolean>,
): Promise<boolean> {
  await countWritten(context, enrollment_id)
  const text = shortened(body)
  const given = [...textFile(body, whole), ...files]
  const kept = given.length === 0 ? [] : await inSlot(context, 'uploads', () => keepFiles(context, given))
  if (text === '' && kept.length === 0) throw new MailFault('The mail is empty')
  let isNew = false
  try {
    isNew = await store({ body: text, files: kept })
    return isNew
  } finally {
    if (!isNew) await dropFiles(context, kept)
  }
}

const CUT = '\n[…]'

function shortened(body: string): string {
  if (body.length <= MAX_BODY) return body
  const start = body.slice(0, MAX_BODY - CUT.length)
  return `${start.isWellFormed() ? start : start.slice(0, -1)}${CUT}`
}

/** A text that is longer than a message, as a file. */
function textFile(body: string, whole: string): MailFile[] {
  return body.length <= MAX_BODY ? [] : [{ name: 'message.txt', content: new TextEncoder().encode(whole) }]
}
