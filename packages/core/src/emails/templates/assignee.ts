import { findContactEvenDeleted } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import { respondersOf } from '../../enrollments/assignee/responders.ts'
import { personIn } from '../../enrollments/participants/person.ts'
import { findParticipant } from '../../enrollments/participants/store.ts'
import type { EnrollmentRow } from '../../enrollments/store.ts'
import { findVersion } from '../../guides/store.ts'
import type { StuckReason } from '../../messages/contract.ts'
import { findOrganisation } from '../../organisations/store.ts'
import type { Tx } from '../../storage/database.ts'
import { later, MINUTE_MS } from '../../times.ts'
import { brandOf } from '../compose/brand.ts'
import type { EmailContent } from '../compose/letter.ts'
import { plainLines } from '../compose/plain.ts'
import { isolated, type Say, translator } from '../compose/translate.ts'
import type { EmailKind } from '../contract.ts'
import { ownLetter } from '../own-texts/store.ts'
import { queueEmail } from '../queue.ts'
import { isQueuedSince } from '../store.ts'
import { attachedFiles } from './attached-files.ts'
import { namesOf } from './own-letter.ts'

interface TemplateInput {
  say: Say
  /** The primary contact. */
  contact: string
  /** Whose plan it is: the organisation where several people take part, otherwise the contact. */
  customer: string
  /** The person of the enrollment who acts, otherwise the contact. */
  actor: string
  guide: string
  address: string
}

type AssigneeContent = Pick<EmailContent, 'subject' | 'preheader' | 'paragraphs' | 'quote' | 'button'>

/** Notifies those who look after an enrollment, except for the person who acted. */
async function emailTeam(
  tx: Tx,
  context: Context,
  { enrollment, kind, of }: { enrollment: EnrollmentRow; kind: EmailKind; of: 'all' | 'assigned' },
  compose: (told: TemplateInput) => AssigneeContent,
): Promise<void> {
  const sends = await context.mail.sends(tx)
  const responders = (await respondersOf(tx, enrollment)).filter(
    ({ id, isAssignee }) => !isBy(context, id) && (isAssignee || (of === 'all' && sends)),
  )
  const members = responders.map(({ isAssignee, ...member }): MailedMember => {
    return { ...member, why: isAssignee ? 'why_assignee' : 'why_unassigned' }
  })
  return emailMembers(tx, context, { enrollment, kind, members }, compose)
}

interface MailedMember {
  id: string
  name: string
  email: string
  /** The text that says why the member gets the mail. */
  why: 'why_assignee' | 'why_unassigned' | 'why_mentioned'
}

/** Mails members about an enrollment. */
export async function emailMembers(
  tx: Tx,
  context: Context,
  {
    enrollment,
    kind,
    members,
    send_after,
  }: { enrollment: EnrollmentRow; kind: EmailKind; members: readonly MailedMember[]; send_after?: string },
  compose: (told: TemplateInput) => AssigneeContent,
): Promise<void> {
  const { workspace_id } = enrollment
  if (members.length === 0) return
  const person = await findContactEvenDeleted(tx, workspace_id, enrollment.contact_id)
  const version = await findVersion(tx, workspace_id, enrollment.guide_version_id)
  if (!person || !version) return
  const brand = await brandOf(tx, workspace_id)
  const language = brand.default_language
  const say = translator(language)
  const contact = nameOf(person)
  const customer = (await organisationOf(tx, enrollment)) ?? contact
  const actor = (await actingParticipant(tx, context, enrollment)) ?? contact
  const { reply_to: _, ...looks } = brand
  for (const { why, id: user_id, ...to } of members) {
    const letter: EmailContent = {
      language,
      heading: say('hello', { name: to.name }),
      ...compose({ say, contact, customer, actor, guide: version.title, address: person.email }),
      footer: [say(why, { contact: customer, workspace: brand.sender })],
    }
    const values = {
      ...namesOf(person),
      member_name: isolated(to.name),
      guide_title: isolated(version.title),
      workspace_name: isolated(brand.sender),
      link: letter.button?.url,
    }
    const own =
      kind === 'completed' ? await ownLetter(tx, { workspace_id, kind: 'completion', language }, values) : undefined
    await queueEmail(tx, context, {
      kind,
      to,
      // Members answer in Handrail: a reply by mail would go to the address of the workspace.
      brand: { ...looks, reply_to: null },
      enrollment_id: enrollment.id,
      user_id,
      send_after,
      letter: { ...letter, ...own },
    })
  }
}

function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`.trim()
}

/** The name of the organisation of an enrollment in which several people take part. */
async function organisationOf(
  tx: Tx,
  { workspace_id, organisation_id, participants_count }: EnrollmentRow,
): Promise<string | undefined> {
  if (participants_count === 0 || organisation_id === null) return undefined
  return (await findOrganisation(tx, workspace_id, organisation_id))?.name
}

/** The name of the participant who acts. */
async function actingParticipant(
  tx: Tx,
  { caller }: Context,
  { workspace_id, id: enrollment_id }: EnrollmentRow,
): Promise<string | undefined> {
  const id = personIn(caller)
  if (id === null) return undefined
  const participant = await findParticipant(tx, { workspace_id, enrollment_id, id })
  const contact = participant && (await findContactEvenDeleted(tx, workspace_id, participant.contact_id))
  return contact && nameOf(contact)
}

function isBy({ caller }: Context, user_id: string): boolean {
  return caller.kind === 'member' && caller.id === user_id
}

/** The address of an enrollment in the console, at one of its tabs. */
export function enrollmentUrl(
  { settings }: Context,
  { workspace_id, id }: EnrollmentRow,
  tab: 'steps' | 'messages' | 'notes',
): string {
  return `${settings.publicUrl}/w/${workspace_id}/enrollments/${id}?tab=${tab}`
}

export function emailCompletion(tx: Tx, context: Context, enrollment: EnrollmentRow): Promise<void> {
  const url = enrollmentUrl(context, enrollment, 'steps')
  return emailTeam(tx, context, { enrollment, kind: 'completed', of: 'all' }, ({ say, customer, guide }) =>
    completionContent({ say, contact: customer, guide }, url),
  )
}

/** The standard text. */
export function completionContent(
  { say, contact, guide }: Pick<TemplateInput, 'say' | 'contact' | 'guide'>,
  url: string,
): AssigneeContent {
  return {
    subject: say('completed_subject', { contact, guide }),
    preheader: say('completed_preheader'),
    paragraphs: [say('completed_body', { contact, guide })],
    button: { label: say('open_enrollment'), url },
  }
}

interface Question {
  text: string
  /** The title of the step where the contact was. */
  step: string | undefined
  /** The reason why the contact is stuck. */
  reason: StuckReason | null
  /** The names of attachments. */
  files: readonly string[]
}

export function emailQuestion(tx: Tx, context: Context, enrollment: EnrollmentRow, question: Question): Promise<void> {
  const { text, step, reason, files } = question
  const kind = reason === null ? 'question' : 'stuck'
  return emailTeam(tx, context, { enrollment, kind: 'question', of: 'all' }, ({ say, actor: contact, guide }) => ({
    subject: say(`${kind}_subject`, { contact, guide }),
    preheader: say(`${kind}_preheader`),
    paragraphs: [
      say(`${kind}_body`, { contact, guide }),
      ...(step === undefined ? [] : [say('question_at_step', { step })]),
      ...(reason === null ? [] : [say('stuck_because', { reason: say(`${reason}_is_why`) })]),
      ...attachedFiles(say, files),
    ],
    quote: text === '' ? undefined : { text: plainLines(text), by: contact },
    button: { label: say('open_question'), url: enrollmentUrl(context, enrollment, 'messages') },
  }))
}

export function emailLinkRequest(tx: Tx, context: Context, enrollment: EnrollmentRow): Promise<void> {
  return emailTeam(tx, context, { enrollment, kind: 'link_request', of: 'all' }, ({ say, contact, guide }) => ({
    subject: say('link_request_subject', { contact, guide }),
    preheader: say('link_request_preheader'),
    paragraphs: [say('link_request_body', { contact, guide })],
    button: { label: say('open_enrollment'), url: enrollmentUrl(context, enrollment, 'steps') },
  }))
}

/** Further changes within this time are not mailed: the page that the first mail opens shows them. */
const QUIET_MS = 10 * MINUTE_MS

/** @param changed the form, and the labels of the questions whose answers have changed */
export async function emailAnswersChanged(
  tx: Tx,
  context: Context,
  enrollment: EnrollmentRow,
  { step, questions }: { step: string; questions: readonly string[] },
): Promise<void> {
  const kind = 'answers_changed'
  if (await isQueuedSince(tx, { ...enrollment, kind }, later(tx.time, -QUIET_MS))) return
  return emailTeam(tx, context, { enrollment, kind, of: 'all' }, ({ say, actor: contact, guide }) => ({
    subject: say('answers_changed_subject', { contact, guide }),
    preheader: say('answers_changed_preheader'),
    paragraphs: [
      say('answers_changed_body', { contact, guide }),
      say('question_at_step', { step }),
      say('answers_changed_questions', { questions: questions.join(', ') }),
    ],
    button: { label: say('open_enrollment'), url: enrollmentUrl(context, enrollment, 'steps') },
  }))
}

/** A mail to the contact was refused for good. */
export function emailUndelivered(tx: Tx, context: Context, enrollment: EnrollmentRow, subject: string): Promise<void> {
  return emailTeam(tx, context, { enrollment, kind: 'undelivered', of: 'assigned' }, ({ say, contact, address }) => ({
    subject: say('undelivered_subject', { contact }),
    preheader: say('undelivered_preheader'),
    paragraphs: [say('undelivered_body', { contact, address, subject }), say('undelivered_advice')],
    button: {
      label: say('open_outbox'),
      url: `${context.settings.publicUrl}/w/${enrollment.workspace_id}/outbox`,
    },
  }))
}
