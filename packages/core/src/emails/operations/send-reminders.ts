import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import {
  Confirmation,
  ConfirmationFields,
  offerConfirmation,
  takeConfirmation,
} from '../../confirmations/confirmation.ts'
import type { Context } from '../../context.ts'
import { MAX_IDS } from '../../contract/limits.ts'
import { LEFT_REASONS } from '../../enrollments/contract.ts'
import { leftReasonOf } from '../../enrollments/left-reason.ts'
import { enrollmentList } from '../../enrollments/list.ts'
import { filtersOf } from '../../enrollments/list-filters.ts'
import { withNames } from '../../enrollments/names/names.ts'
import { AppError, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, OutputId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { quoted } from '../../records/quoted.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { sendReminderNow } from '../reminders/send.ts'
import type { EmailRow } from '../store.ts'
import { type MailWords, wordsOf } from '../words.ts'

const SHOWN = 5
/** The most characters of a mail in a question. */
const MAX_QUOTED = 600
const ACTION = 'send_reminders'

const Reminded = z.object({
  enrollment_id: OutputId.meta({ reference: 'The unfinished enrollment.' }),
  contact_name: z.string().meta({ reference: 'First and last name of the contact.' }),
  guide_title: z.string().meta({ reference: 'Title of the guide that the contact follows.' }),
})

export const sendReminders = operation({
  name: 'send_reminders',
  summary: `Preview reminding the contacts of up to ${MAX_IDS} unfinished enrollments; with a confirmation, remind them`,
  description:
    'By ids, or those of a guide that have done nothing for some days. A contact gets at most one reminder a day, and none after opting out.\n\nWithout `confirmation`, nobody is mailed: the answer says who would be, and the first mail.',
  reference:
    'Enrollments are given by ids, or by filters such as a guide and the days without activity. A contact gets at most one reminder a day, and none after opting out.\n\nWithout `confirmation`, nobody is mailed: the answer is a preview of who would be, with the first mail.',
  access: 'enrollments:write',
  scope: 'messages:write',
  does: ['adds', 'sends'],
  audit: ['contact.many_reminded'],
  unaudited: 'preview',
  route: 'POST /enrollments/remind',
  body: 'reminder',
  formerBody: { key: 'reminding', since: '2026-11-27' },
  status: 200,
  steps: true,
  example: { stalled_days: 7 },
  tool: {
    scope: 'messages:write',
    guidance: 'list_attention names who is stuck.',
    asks: ({ count, first, first_mail }) =>
      `Remind ${count} contacts by mail? First: ${namesIn(first)}.${mailIn(first_mail)}`,
  },
  input: z.strictObject({
    ids: z
      .array(Id)
      .min(1)
      .max(MAX_IDS)
      .optional()
      .describe('IDs of enrollments')
      .meta({ reference: 'Enrollments whose contacts are reminded. Give either this or filters.' }),
    guide_id: Id.optional().meta({ reference: 'Reminds contacts of this guide. Not together with `ids`.' }),
    organisation_id: Id.optional().meta({
      reference: 'Of the matching contacts, only those of this organisation. Not together with `ids`.',
    }),
    stalled_days: z.int().min(1).max(365).optional().describe('In progress, without activity for this many days').meta({
      reference:
        'Of the matching enrollments, only those under way in which nobody has done anything for this many days. Not together with `ids`.',
    }),
    status: z.enum(['invited', 'in_progress']).optional().meta({
      reference:
        'Of the matching enrollments, only those not started yet (`invited`) or those under way (`in_progress`). Not together with `ids`.',
    }),
    confirmation: Confirmation.optional().meta({
      reference: 'The `confirmation` of the preview. With it, the reminders are sent; without it, nobody is mailed.',
    }),
  }),
  output: z.object({
    data: z
      .object({
        done: z
          .boolean()
          .describe('false in a preview')
          .meta({ reference: '`true` once the reminders are on their way; `false` in a preview.' }),
        count: z
          .int()
          .describe('Who would be reminded, or was')
          .meta({ reference: 'Number of contacts who would be reminded, or were.' }),
        first: z.array(Reminded).describe(`The first ${SHOWN}`).meta({ reference: 'The first five of them.' }),
        first_mail: z
          .object({
            subject: z.string().meta({ reference: 'Subject of that mail.' }),
            text: z
              .string()
              .describe('Without links and small print')
              .meta({ reference: 'Body of that mail, without links and small print.' }),
          })
          .optional()
          .describe('The mail to the first of them, in the language of the contact; of a preview alone')
          .meta({ reference: 'The mail to the first of them, in their language; only in a preview.' }),
        left: z
          .array(
            Reminded.extend({
              reason: z.enum(LEFT_REASONS).meta({
                reference: 'Why this contact gets none, such as having opted out, or having been reminded today.',
              }),
            }),
          )
          .describe(`The first ${SHOWN} who are left, and why`)
          .meta({ reference: 'The first five contacts who get no reminder, with the reasons.' }),
        left_count: z.int().meta({ reference: 'Number of matching contacts who get no reminder.' }),
        confirmation: ConfirmationFields.confirmation.optional(),
        confirm_before: ConfirmationFields.confirm_before.optional(),
      })
      .meta({ reference: 'Who would be reminded, or was.' }),
  }),
  async run(context, { confirmation, ...given }) {
    const named = await enrollmentsOf(context, given)
    const tried = await tryAll(context, named)
    const would = tried.filter(({ reason }) => reason === undefined)
    const previewed = { action: ACTION, content: { given, ids: would.map(({ enrollment_id }) => enrollment_id) } }
    if (confirmation === undefined) {
      const offered =
        would.length > 0 ? await context.store.write((tx) => offerConfirmation(tx, context, previewed)) : {}
      return { data: { ...answerOf(tried), ...firstMail(context, would), done: false, ...offered } }
    }
    const outcomes = await context.store.write(async (tx) => {
      await takeConfirmation(tx, context, previewed, confirmation)
      const outcomes = await remindAll(tx, context, would)
      const count = String(outcomes.filter(({ reason }) => reason === undefined).length)
      await recordAudit(tx, context, { action: 'contact.many_reminded', details: { count } })
      return outcomes
    })
    return { data: { ...answerOf([...outcomes, ...tried.filter(({ reason }) => reason !== undefined)]), done: true } }
  },
})

interface Named {
  enrollment_id: string
  contact_name: string
  guide_title: string
}
type Outcome = Named & { reason?: (typeof LEFT_REASONS)[number]; email?: EmailRow }

interface Given {
  ids?: string[] | undefined
  guide_id?: string | undefined
  organisation_id?: string | undefined
  stalled_days?: number | undefined
  status?: 'invited' | 'in_progress' | undefined
}

function namesIn(first: unknown): string {
  return (first as Named[])
    .map(({ contact_name, guide_title }) => `${quoted(contact_name)} in ${quoted(guide_title)}`)
    .join(', ')
}

/** The first mail in a question, each line marked as quoted, without characters that change how the rest is read. */
function mailIn(mail: unknown): string {
  // The field of the output.
  const { subject = '', text } = (mail ?? {}) as Partial<MailWords>
  if (text === undefined) return ''
  const lines = text.slice(0, MAX_QUOTED).split(/[\n\r\u2028\u2029]/)
  const quotation = lines.map((line) => `> ${line.replace(/\p{C}+/gu, ' ')}`).join('\n')
  return ` The first mail: ${quoted(subject)}\n${quotation}`
}

function firstMail({ sealer }: Context, [first]: readonly Outcome[]) {
  const words = first?.email && wordsOf(sealer, first.email)
  return words ? { first_mail: words } : {}
}

function answerOf(outcomes: readonly Outcome[]) {
  const shown = outcomes.map(({ email: _, ...outcome }) => outcome)
  const done = shown.filter(({ reason }) => reason === undefined)
  const left = shown.flatMap(({ reason, ...named }) => (reason === undefined ? [] : [{ ...named, reason }]))
  return { count: done.length, first: done.slice(0, SHOWN), left: left.slice(0, SHOWN), left_count: left.length }
}

/** @throws AppError `validation_error` for neither ids nor a filter, and for both */
async function enrollmentsOf(context: Context, { ids, ...filters }: Given): Promise<Named[]> {
  const { workspace_id } = context.caller
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  if (ids === undefined && !isFiltered)
    throw validationError({ ids: fieldError('blank', "can't be blank without a filter such as guide_id") })
  if (ids !== undefined && isFiltered)
    throw validationError({ ids: fieldError('not_together', 'cannot be combined with filters') })
  const now = context.now()
  if (ids === undefined) {
    const { data } = await listRecords(context, enrollmentList, {
      ...{ filters: filtersOf(filters, now), per_page: MAX_IDS },
    })
    return context.store.read(async (reader) => named(await withNames(reader, { workspace_id, listed: data, now })))
  }
  const unique = [...new Set(ids)]
  return context.store.read(async (reader) => {
    const found = await rowsOf(reader, workspace_id, unique)
    const known = new Map(
      named(await withNames(reader, { workspace_id, listed: found, now })).map((one) => [one.enrollment_id, one]),
    )
    return unique.map((id) => known.get(id) ?? { enrollment_id: id, contact_name: '', guide_title: '' })
  })
}

function rowsOf({ db, tables: { enrollments: t } }: Reader, workspace_id: string, ids: readonly string[]) {
  return db
    .select({
      ...{ id: t.id, contact_id: t.contact_id, guide_id: t.guide_id },
      ...{ status: t.status, last_activity_at: t.last_activity_at },
    })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, [...ids])))
}

function named(listed: readonly { id: string; contact_name: string; guide_title: string }[]): Named[] {
  return listed.map(({ id, contact_name, guide_title }) => ({ enrollment_id: id, contact_name, guide_title }))
}

/** Undoes a transaction whose outcome is told. */
class Undone extends Error {
  readonly outcomes: Outcome[]
  constructor(outcomes: Outcome[]) {
    super('A preview is undone')
    this.outcomes = outcomes
  }
}

/** What would happen: it is done, and undone. */
async function tryAll(context: Context, enrollments: readonly Named[]): Promise<Outcome[]> {
  try {
    return await context.store.write(async (tx) => {
      throw new Undone(await remindAll(tx, context, enrollments))
    })
  } catch (error) {
    if (error instanceof Undone) return error.outcomes
    throw error
  }
}

/** Reminds each who may be. A refusal comes before anything is written. */
async function remindAll(tx: Tx, context: Context, enrollments: readonly Named[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of enrollments) {
    try {
      outcomes.push({ ...one, email: await sendReminderNow(tx, context, one.enrollment_id) })
    } catch (error) {
      const reason = error instanceof AppError ? leftReasonOf(error) : undefined
      if (reason === undefined) throw error
      outcomes.push({ ...one, reason })
    }
  }
  return outcomes
}
