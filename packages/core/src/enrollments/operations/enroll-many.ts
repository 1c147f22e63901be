import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import {
  Confirmation,
  ConfirmationFields,
  offerConfirmation,
  takeConfirmation,
} from '../../confirmations/confirmation.ts'
import type { Context } from '../../context.ts'
import { AppError, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Email, Id, OutputId } from '../../fields/fields.ts'
import { findGuide } from '../../guides/store.ts'
import { allowing } from '../../operation/allowing.ts'
import { invoke } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { requireMember } from '../../people/members/assignee.ts'
import { quoted } from '../../records/quoted.ts'
import type { Reader } from '../../storage/database.ts'
import { PlanDate } from '../../working-calendar/plan-date.ts'
import { dateProblem } from '../plan/dates/target.ts'
import { createEnrollment } from './change.ts'

/** The most contacts of one call. */
const MAX = 200
const SHOWN = 5
const ACTION = 'enroll_contacts'

const Refused = z.object({
  contact: z
    .string()
    .describe('The name, or the id or address as it was given')
    .meta({ reference: 'Name of the contact, or the id or address as it was given.' }),
  reason: z.enum(['not_found', 'already_enrolled', 'refused']).meta({
    reference:
      '`not_found`: no such contact. `already_enrolled`: an enrollment in this guide is open. `refused`: another reason, in `message`.',
  }),
  message: z.string().meta({ reference: 'The reason in a sentence.' }),
})

export const enrollContacts = operation({
  name: 'enroll_contacts',
  summary: `Preview enrolling up to ${MAX} contacts in a guide; with a confirmation, enroll them`,
  description:
    'By ids, by addresses, or all contacts of an organisation.\n\nWithout `confirmation`, nothing changes: the answer says who would be enrolled and who is refused, with a confirmation of exactly these contacts.',
  reference:
    'Contacts are given by ids, by addresses, or as all contacts of an organisation.\n\nWithout `confirmation`, nothing changes: the answer is a preview of who would be enrolled and who is refused, with a confirmation of exactly these contacts.',
  access: 'enrollments:write',
  otherScope: 'imports:write',
  does: ['adds'],
  audit: ['contact.many_enrolled'],
  unaudited: 'preview',
  optionally: { argument: 'send_invitation', does: ['sends'], scopes: ['messages:write', 'imports:write'] },
  route: 'POST /enrollments/enroll',
  body: 'enrollment',
  formerBody: { key: 'enrolling', since: '2026-11-27' },
  status: 200,
  steps: true,
  example: { guide_id: '019aa0f4-7c00-7000-8000-000000000003', emails: ['zoe@harbour.example'] },
  tool: {
    scope: 'imports:write',
    guidance: 'Unknown people are imported first, with import_contacts.',
    asks: ({ count, guide_title, send_invitation, first }) =>
      `Enroll ${count} contacts in ${quoted(String(guide_title))}${send_invitation ? ' and mail them the invitation' : ', without mail'}? First: ${namesIn(first)}.`,
  },
  input: z.strictObject({
    guide_id: Id.describe('A published guide'),
    contact_ids: z
      .array(Id)
      .max(MAX)
      .optional()
      .meta({ reference: 'Contacts to enroll, by id. Give this, `emails`, or `organisation_id`.' }),
    emails: z.array(Email).max(MAX).optional().meta({ reference: 'Contacts to enroll, by address.' }),
    organisation_id: Id.optional()
      .describe('All of its contacts')
      .meta({ reference: 'Enrolls all contacts of this organisation.' }),
    send_invitation: z
      .boolean()
      .default(false)
      .describe('Mails each the link')
      .meta({ reference: 'Whether each of them gets the link by mail. `false` by default.' }),
    target_date: PlanDate.nullish().meta({
      reference: 'Day by which they are to complete the guide; by default, the one that the guide gives.',
    }),
    assignee_id: Id.nullish().meta({
      reference:
        'The member who looks after these enrollments; by default, the one that the guide names, or the caller.',
    }),
    confirmation: Confirmation.optional().meta({
      reference: 'The `confirmation` of the preview. With it, the contacts are enrolled; without it, nothing changes.',
    }),
  }),
  output: z.object({
    data: z
      .object({
        guide_id: OutputId.meta({ reference: 'The guide that they follow.' }),
        guide_title: z.string().meta({ reference: 'Title of the published version, which they get.' }),
        send_invitation: z.boolean().meta({ reference: 'Whether each of them gets the link by mail.' }),
        done: z
          .boolean()
          .describe('false in a preview')
          .meta({ reference: '`true` once the contacts are enrolled; `false` in a preview.' }),
        count: z
          .int()
          .describe('Who would be enrolled, or was')
          .meta({ reference: 'Number of contacts who would be enrolled, or were.' }),
        first: z
          .array(
            z.object({
              contact_id: OutputId.meta({ reference: 'The person to enroll.' }),
              name: z.string().meta({ reference: 'First and last name of that person.' }),
              email: z.string().meta({ reference: 'Address to which the invitation goes.' }),
              enrollment_id: OutputId.optional().meta({ reference: 'The new enrollment; absent in a preview.' }),
            }),
          )
          .describe(`The first ${SHOWN}`)
          .meta({ reference: 'The first five of them.' }),
        refused: z
          .array(Refused)
          .describe(`The first ${SHOWN}`)
          .meta({ reference: 'The first five contacts who cannot be enrolled, with the reasons.' }),
        refused_count: z.int().meta({ reference: 'Number of contacts who cannot be enrolled; the others can.' }),
        confirmation: ConfirmationFields.confirmation.optional(),
        confirm_before: ConfirmationFields.confirm_before.optional(),
      })
      .meta({ reference: 'Who would be enrolled, or was.' }),
  }),
  async run(context, { confirmation, ...given }) {
    const preview = await previewOf(context, given)
    const ids = preview.people.map(({ contact_id }) => contact_id)
    const previewed = { action: ACTION, content: { ...given, published: preview.version_id, ids } }
    if (confirmation === undefined) {
      const offered = ids.length > 0 ? await context.store.write((tx) => offerConfirmation(tx, context, previewed)) : {}
      return { data: { ...answerOf(preview, given, preview.people, preview.refused), done: false, ...offered } }
    }
    await context.store.write(async (tx) => {
      await takeConfirmation(tx, context, previewed, confirmation)
      const details = { guide: preview.guide_title, count: String(ids.length) }
      await recordAudit(tx, context, { action: 'contact.many_enrolled', subject_id: given.guide_id, details })
    })
    const { enrolled, refused } = await enrollAll(context, preview.people, given)
    return { data: { ...answerOf(preview, given, enrolled, [...preview.refused, ...refused]), done: true } }
  },
})

interface Given {
  guide_id: string
  contact_ids?: string[] | undefined
  emails?: string[] | undefined
  organisation_id?: string | undefined
  send_invitation: boolean
  target_date?: string | null | undefined
  assignee_id?: string | null | undefined
}

interface Person {
  contact_id: string
  name: string
  email: string
  enrollment_id?: string
}

type Refused = z.output<typeof Refused>

interface Preview {
  guide_title: string
  version_id: string
  people: Person[]
  refused: Refused[]
}

function namesIn(first: unknown): string {
  return (first as Person[]).map(({ name, email }) => `${quoted(name)} (${email})`).join(', ')
}

function answerOf(preview: Preview, given: Given, people: readonly Person[], refused: readonly Refused[]) {
  return {
    ...{ guide_id: given.guide_id, guide_title: preview.guide_title, send_invitation: given.send_invitation },
    ...{ count: people.length, first: people.slice(0, SHOWN) },
    ...{ refused: refused.slice(0, SHOWN), refused_count: refused.length },
  }
}

/** @throws AppError `validation_error` for a guide that is not published, and for no or too many contacts */
async function previewOf({ caller: { workspace_id }, store }: Context, given: Given): Promise<Preview> {
  return store.write(async (tx) => {
    await requireMember(tx, workspace_id, { assignee_id: given.assignee_id })
    const dated = { date: given.target_date ?? null, enrolled_at: tx.stamp }
    const target_date = await dateProblem(tx, workspace_id, dated)
    if (target_date) throw validationError({ target_date })
    const guide = await findGuide(tx, workspace_id, given.guide_id)
    if (!guide) throw validationError({ guide_id: fieldError('does_not_exist') })
    if (guide.status !== 'published' || !guide.published_version_id)
      throw validationError({ guide_id: fieldError('not_published') })
    const { found, unknown } = await contactsOf(tx, workspace_id, given)
    if (found.length + unknown.length === 0)
      throw validationError({ base: fieldError('blank', 'Give contact_ids, emails or organisation_id') })
    if (found.length > MAX)
      throw validationError({
        organisation_id: fieldError('too_large', `has more than ${MAX} contacts: name them by contact_ids`),
      })
    const open = await openIn(
      tx,
      workspace_id,
      given.guide_id,
      found.map(({ contact_id }) => contact_id),
    )
    const missing = unknown.map((contact) => ({
      contact,
      reason: 'not_found' as const,
      message: 'There is no such contact',
    }))
    const enrolled = found
      .filter(({ contact_id }) => open.has(contact_id))
      .map(({ name }) => ({
        contact: name,
        reason: 'already_enrolled' as const,
        message: 'Is enrolled in this guide already',
      }))
    return {
      guide_title: guide.title,
      version_id: guide.published_version_id,
      people: found.filter(({ contact_id }) => !open.has(contact_id)),
      refused: [...missing, ...enrolled],
    }
  })
}

/** The contacts that are named in any way, each once, in the order of their addresses; and those that do not exist. */
async function contactsOf(
  { db, tables: { contacts: t } }: Reader,
  workspace_id: string,
  { contact_ids = [], emails = [], organisation_id }: Given,
): Promise<{ found: Person[]; unknown: string[] }> {
  const people = new Map<string, Person>()
  for (const condition of [
    ...(contact_ids.length > 0 ? [inArray(t.id, contact_ids)] : []),
    ...(emails.length > 0 ? [inArray(t.email, emails)] : []),
    ...(organisation_id === undefined ? [] : [eq(t.organisation_id, organisation_id)]),
  ]) {
    const rows = await db
      .select({ contact_id: t.id, first_name: t.first_name, last_name: t.last_name, email: t.email })
      .from(t)
      .where(and(eq(t.workspace_id, workspace_id), isNull(t.deleted_at), condition))
      .limit(MAX + 1)
    for (const { first_name, last_name, ...row } of rows)
      people.set(row.contact_id, { ...row, name: `${first_name} ${last_name}`.trim() })
  }
  const found = [...people.values()].toSorted((a, b) => (a.email < b.email ? -1 : 1))
  const known = new Set(found.flatMap(({ contact_id, email }) => [contact_id, email]))
  return { found, unknown: [...new Set([...contact_ids, ...emails])].filter((one) => !known.has(one)) }
}

/** The contacts among some with an open enrollment in the guide. */
async function openIn(
  { db, tables: { enrollments: t } }: Reader,
  workspace_id: string,
  guide_id: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ contact_id: t.contact_id })
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        inArray(t.contact_id, [...ids]),
        eq(t.guide_id, guide_id),
        // The condition matches the index.
        sql`${t.status} in ('invited', 'in_progress')`,
      ),
    )
  return new Set(rows.map(({ contact_id }) => contact_id))
}

/** Enrolls each by itself, with its events: what is refused meanwhile leaves the others as they are. */
async function enrollAll(context: Context, people: readonly Person[], given: Given) {
  const { guide_id, send_invitation, target_date, assignee_id } = given
  const chosen = {
    ...{ guide_id, send_invitation },
    ...(target_date !== undefined && { target_date }),
    ...(assignee_id !== undefined && { assignee_id }),
  }
  const within = allowing(context, 'enrollments:write', 'messages:write')
  const enrolled: Person[] = []
  const refused: Refused[] = []
  for (const person of people) {
    try {
      const { value } = await invoke(createEnrollment, within, { ...chosen, contact_id: person.contact_id })
      enrolled.push({ ...person, enrollment_id: value.data.id })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      const reason = error.codes?.contact_id === 'already_enrolled' ? 'already_enrolled' : 'refused'
      refused.push({ contact: person.name, reason, message: error.message })
    }
  }
  return { enrolled, refused }
}
