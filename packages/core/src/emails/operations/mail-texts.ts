import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { LANGUAGES, type Language } from '../../contract/languages.ts'
import { AppError, existing, validationError, wrongState } from '../../errors.ts'
import { type FieldErrors, fieldError } from '../../field-errors.ts'
import { recordOf, requiredText, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { findUser } from '../../people/store.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { shownWorkspace } from '../../workspaces/change.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { renderHtml, renderText } from '../compose/render.ts'
import { MAIL_TEXT_KINDS, type MailTextKind, PLAN_MAIL_KINDS, type PlanMailKind } from '../contract.ts'
import { Email } from '../email.ts'
import { limitTests } from '../limit-tests.ts'
import type { MailText } from '../own-texts/letter.ts'
import { placeholdersOf, unknownPlaceholders } from '../own-texts/placeholders.ts'
import { standardText } from '../own-texts/standard.ts'
import {
  deleteMailText,
  findMailText,
  type MailTextKey,
  type MailTextRow,
  mailTextsOf,
  storeMailText,
} from '../own-texts/store.ts'
import { queueEmail } from '../queue.ts'
import { sampleLetter } from '../templates/sample.ts'
import { samplePlanLetter } from '../templates/sample-plan.ts'

const MAX_SUBJECT = 200
const MAX_BODY = 5000

const Shown = z
  .object({
    kind: z
      .enum(MAIL_TEXT_KINDS)
      .describe('completion: the notice to the team')
      .meta({ reference: 'What the mail is for. `completion` is the notice to the team that somebody has finished.' }),
    language: z.enum(LANGUAGES).meta({ reference: 'Language of the text.' }),
    subject: z.string().meta({ reference: 'Subject line, with placeholders in braces such as `{guide_title}`.' }),
    body: z.string().meta({ reference: 'Text of the mail, with placeholders; an empty line begins a paragraph.' }),
    is_own: z
      .boolean()
      .describe('Whether the workspace has written it; otherwise it is the standard text')
      .meta({ reference: 'Whether the workspace has written the text itself; otherwise it is the standard text.' }),
    placeholders: z
      .object({
        subject: z.array(z.string()).meta({ reference: 'Names of the placeholders allowed in the subject.' }),
        body: z.array(z.string()).meta({ reference: 'Names of those allowed in the body.' }),
      })
      .meta({ reference: 'Placeholders that this kind of mail knows.' }),
    updated_at: Timestamp.nullable().meta({
      reference: 'When the workspace last changed the text; `null` for the standard text.',
    }),
  })
  .meta({ id: 'MailText', reference: 'The text of a kind of mail in a language.' })

const Key = {
  kind: z.enum(MAIL_TEXT_KINDS).meta({ reference: 'Kind of the mail that has the text.' }),
  language: z.enum(LANGUAGES).meta({ reference: 'Language of the recipients who get the text.' }),
}

const Text = {
  subject: requiredText(MAX_SUBJECT)
    .refine((subject) => !/\p{Cc}/u.test(subject), 'must be on one line')
    .describe('With placeholders in braces: {guide_title}'),
  body: requiredText(MAX_BODY).describe(
    'Plain text with placeholders; an empty line begins a paragraph. The first paragraph is the heading if it is one short line. A paragraph with a placeholder that has no value is left out',
  ),
}

const EXAMPLE = {
  subject: '{workspace_name} welcomes you: {guide_title}',
  body: 'Hello {contact_first_name},\n\nWe have prepared {guide_title} for you.\n\n{steps}',
}

export const listMailTexts = operation({
  name: 'list_mail_texts',
  summary: 'List the texts of mail: your own, and the standard texts',
  description: 'There is one text for each kind and language, with the placeholders that it can contain.',
  access: 'mail_texts:read',
  does: ['reads'],
  route: 'GET /mail_texts',
  status: 200,
  input: z.strictObject({
    language: z.enum(LANGUAGES).optional().meta({
      reference: 'Restricts the list to texts in this language. Without it, the texts in all languages are listed.',
    }),
  }),
  output: z.object({ data: z.array(Shown).meta({ reference: 'One text for each kind and language.' }) }),
  run: ({ caller, store }, { language: only }) =>
    store.read(async (reader) => {
      const own = new Map(
        (await mailTextsOf(reader, caller.workspace_id)).map((row) => [`${row.kind} ${row.language}`, row]),
      )
      const languages = only === undefined ? LANGUAGES : [only]
      const data = MAIL_TEXT_KINDS.flatMap((kind) =>
        languages.map((language) => shown(kind, language, own.get(`${kind} ${language}`))),
      )
      return { data }
    }),
})

export const setMailText = operation({
  name: 'set_mail_text',
  summary: 'Write the text of a mail in a language',
  description: 'Mail that is already in the outbox keeps its text.',
  access: 'mail_texts:write',
  does: ['replaces', 'sends'],
  audit: ['mail_text.changed', 'mail_text.reset'],
  route: 'PUT /mail_texts/:kind/:language',
  body: 'mail_text',
  status: 200,
  input: z.strictObject({ ...Key, ...Text }),
  output: recordOf(Shown),
  example: EXAMPLE,
  run: (context, { kind, language, ...text }) => {
    requireKnown(kind, text)
    return context.store.write(async (tx) => {
      const key = { workspace_id: context.caller.workspace_id, kind, language }
      const before = await findMailText(tx, key)
      const standard = standardText(kind, language)
      const isStandard = text.subject === standard.subject && text.body === standard.body
      if (isStandard) {
        if (before) await reset(tx, context, key)
        return { data: shown(kind, language, undefined) }
      }
      if (before?.subject === text.subject && before.body === text.body) return { data: shown(kind, language, before) }
      await storeMailText(tx, key, text)
      await recordAudit(tx, context, { action: 'mail_text.changed', details: { kind, language } })
      return { data: shown(kind, language, existing(await findMailText(tx, key))) }
    })
  },
})

export const resetMailText = operation({
  name: 'reset_mail_text',
  summary: 'Return to the standard text of a mail',
  description: 'Mail that is already in the outbox keeps its text.',
  access: 'mail_texts:write',
  does: ['replaces', 'sends'],
  audit: ['mail_text.reset'],
  route: 'DELETE /mail_texts/:kind/:language',
  status: 200,
  input: z.strictObject(Key),
  output: recordOf(Shown),
  run: (context, { kind, language }) =>
    context.store.write(async (tx) => {
      await reset(tx, context, { workspace_id: context.caller.workspace_id, kind, language })
      return { data: shown(kind, language, undefined) }
    }),
})

async function reset(tx: Tx, context: Context, key: MailTextKey): Promise<void> {
  if (!(await deleteMailText(tx, key))) return
  const { kind, language } = key
  await recordAudit(tx, context, { action: 'mail_text.reset', details: { kind, language } })
}

/** Without a text, the one that is in effect. */
const Previewed = {
  ...Key,
  kind: z.enum([...MAIL_TEXT_KINDS, ...PLAN_MAIL_KINDS]).describe('The mails about plans have no text of your own'),
  subject: Text.subject.optional(),
  body: Text.body.optional(),
}

export const previewMailText = operation({
  name: 'preview_mail_text',
  summary: 'Preview a mail as its recipient would see it, with a text that is not saved',
  description: 'About a made-up contact and your newest guide. Without a subject or a body, that in effect.',
  access: 'mail_texts:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject(Previewed),
  output: recordOf(z.object({ subject: z.string(), text: z.string(), html: z.string() })),
  run: (context, { kind, language, ...given }) =>
    context.store.read(async (reader) => {
      const { letter, brand } = await letterOf(reader, context, { kind, language, given })
      const workspace = existing(await findWorkspace(reader, context.caller.workspace_id))
      const { logo_url } = shownWorkspace(context.settings, workspace)
      const html = renderHtml(letter, brand).replace('src="cid:logo"', `src="${logo_url ?? ''}"`)
      return { data: { subject: letter.subject, text: renderText(letter), html } }
    }),
})

export const sendTestMailText = operation({
  name: 'send_test_mail_text',
  summary: 'Send yourself a mail with a text that is not saved',
  description: 'To see the result, look up the newest mail of kind test in list_emails.',
  access: 'mail_texts:write',
  does: ['adds'],
  unaudited: 'own',
  status: 201,
  input: z.strictObject(Previewed),
  output: recordOf(Email),
  async run(context, { kind, language, ...given }) {
    const { caller, store, rateLimiter, mail } = context
    if (caller.kind !== 'member')
      throw new AppError('conflict', 'A test is sent to the member who requests it: sign in as a member')
    if (!(await store.read(mail.sends)))
      throw wrongState('This instance has no mail server', { reason: 'no_mail_server' })
    await limitTests(rateLimiter, caller)
    return store.write(async (tx) => {
      const { email, name } = existing(await findUser(tx, caller.id))
      const { letter, brand } = await letterOf(tx, context, { kind, language, given })
      return { data: existing(await queueEmail(tx, context, { kind: 'test', to: { email, name }, brand, letter })) }
    })
  },
})

interface Previewing {
  kind: MailTextKind | PlanMailKind
  language: Language
  given: { subject?: string | undefined; body?: string | undefined }
}

async function letterOf(reader: Reader, context: Context, { kind, language, given }: Previewing) {
  if (isPlanMail(kind)) return samplePlanLetter(reader, context, { kind, language })
  const stored = await findMailText(reader, { workspace_id: context.caller.workspace_id, kind, language })
  const { subject, body } = stored ?? standardText(kind, language)
  const text = { subject: given.subject ?? subject, body: given.body ?? body }
  requireKnown(kind, text)
  const isOwn = stored !== undefined || given.subject !== undefined || given.body !== undefined
  return sampleLetter(reader, context, { kind, language, text: isOwn ? text : undefined })
}

function isPlanMail(kind: Previewing['kind']): kind is PlanMailKind {
  return PLAN_MAIL_KINDS.some((one) => one === kind)
}

/** @throws AppError `validation_error` with the names in braces that are no placeholders */
function requireKnown(kind: MailTextKind, text: MailText): void {
  const errors: Record<string, FieldErrors[string]> = {}
  for (const part of ['subject', 'body'] as const) {
    const known = placeholdersOf(kind, part)
    const unknown = unknownPlaceholders(text[part], known)
    const names = (some: readonly string[]) => some.map((name) => `{${name}}`).join(', ')
    if (unknown.length > 0)
      errors[part] = fieldError('not_an_option', `has no placeholder ${names(unknown)}. There are ${names(known)}`)
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

function shown(kind: MailTextKind, language: Language, row: MailTextRow | undefined): z.output<typeof Shown> {
  const { subject, body } = row ?? standardText(kind, language)
  const placeholders = {
    subject: [...placeholdersOf(kind, 'subject')],
    body: [...placeholdersOf(kind, 'body')],
  }
  return { kind, language, subject, body, is_own: row !== undefined, placeholders, updated_at: row?.updated_at ?? null }
}
