import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import {
  Confirmation,
  ConfirmationFields,
  offerConfirmation,
  takeConfirmation,
} from '../../confirmations/confirmation.ts'
import type { Context } from '../../context.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Email, Metadata, optionalVisibleName, requiredText, visibleName } from '../../fields/fields.ts'
import { allowing } from '../../operation/allowing.ts'
import { runBatch } from '../../operation/batch.ts'
import { invoke } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { makeOrganisation } from '../../organisations/change.ts'
import { findOrganisationsLike } from '../../organisations/store.ts'
import { isSame } from '../../records/changes.ts'
import { fold } from '../../records/text.ts'
import type { Reader } from '../../storage/database.ts'
import { findContactsLike } from '../store.ts'
import { createContact, updateContact } from './change.ts'

/** The most contacts of one call; files with more are imported in the console. */
const MAX = 200
const SHOWN = 5
const ACTION = 'import_contacts'

const Imported = z.strictObject({
  email: Email.meta({ reference: 'E-mail address: with no `external_id`, the contact with this address is updated.' }),
  first_name: visibleName().meta({ reference: 'Given name of the person.' }),
  last_name: optionalVisibleName().optional().meta({ reference: 'Family name. Omitted, a stored one is kept.' }),
  organisation: requiredText().optional().describe('Name; an unknown one is created').meta({
    reference: 'Name of the organisation. One that does not exist yet is created, once for all rows with the name.',
  }),
  external_id: requiredText()
    .optional()
    .meta({ reference: 'The id in a system of yours. A contact with this id is updated, whatever its address.' }),
  language: z
    .enum(LANGUAGES)
    .optional()
    .meta({ reference: 'Language of the guide and of mail for this person; omitted, a stored one is kept.' }),
  metadata: Metadata.optional()
    .describe('Merged into what is there')
    .meta({ reference: 'Values merged into the stored metadata: keys that are not named keep their values.' }),
})
type Imported = z.output<typeof Imported>

const Row = z.object({
  email: z.string().meta({ reference: 'E-mail address of the row.' }),
  name: z.string().meta({ reference: 'First and last name of the row.' }),
})

export const importContacts = operation({
  name: 'import_contacts',
  summary: `Preview creating or updating up to ${MAX} contacts; with a confirmation, do it`,
  description:
    'A contact with the external_id, else with the address, is updated; omitted fields stay.\n\nWithout `confirmation`, nothing changes: the answer says what would.',
  reference:
    'A contact with the `external_id` of a row, or else with its address, is updated, and its omitted fields stay; otherwise one is created.\n\nWithout `confirmation`, nothing changes: the answer is a preview.',
  access: 'contacts:write',
  otherScope: 'imports:write',
  does: ['replaces'],
  audit: ['contact.many_imported'],
  unaudited: 'preview',
  route: 'POST /contacts/import',
  body: 'import',
  formerBody: { key: 'importing', since: '2026-11-27' },
  status: 200,
  steps: true,
  example: { contacts: [{ email: 'zoe@harbour.example', first_name: 'Zoe', organisation: 'Harbour Bakery' }] },
  tool: {
    scope: 'imports:write',
    guidance: 'Then enroll_contacts.',
    inWords: {
      contacts: '[{email, first_name, last_name?, organisation? (name), external_id?, language?, metadata?}]',
    },
    asks: ({ created, updated, new_organisations, first }) =>
      `Create ${created} contacts and update ${updated}${(new_organisations as string[]).length > 0 ? `, with ${(new_organisations as string[]).length} new organisations` : ''}? First: ${(first as z.output<typeof Row>[]).map(({ email }) => email).join(', ')}.`,
  },
  input: z.strictObject({
    contacts: z.array(Imported).min(1).max(MAX).meta({ reference: 'The rows to import, at most 200.' }),
    confirmation: Confirmation.optional().meta({
      reference: 'The `confirmation` of the preview. With it, the rows are imported; without it, nothing changes.',
    }),
  }),
  output: z.object({
    data: z
      .object({
        done: z
          .boolean()
          .describe('false in a preview')
          .meta({ reference: '`true` once the contacts are imported; `false` in a preview.' }),
        created: z.int().meta({ reference: 'Number of rows that make a new contact.' }),
        updated: z.int().meta({ reference: 'Number of rows that change an existing contact.' }),
        unchanged: z.int().meta({ reference: 'Number of rows that say what is stored already.' }),
        first: z
          .array(Row)
          .describe(`The first ${SHOWN} that are created or updated`)
          .meta({ reference: 'The first five contacts that are created or updated.' }),
        new_organisations: z
          .array(z.string())
          .meta({ reference: 'Names of the organisations that the import creates.' }),
        refused: z
          .array(Row.extend({ message: z.string().meta({ reference: 'Why the row is refused, in English.' }) }))
          .describe(`The first ${SHOWN}`)
          .meta({ reference: 'The first five rows that are refused, with the reasons.' }),
        refused_count: z.int().meta({ reference: 'Number of rows that cannot be imported; the others can.' }),
        confirmation: ConfirmationFields.confirmation.optional(),
        confirm_before: ConfirmationFields.confirm_before.optional(),
      })
      .meta({ reference: 'What the import would do, or has done.' }),
  }),
  async run(context, { contacts, confirmation }) {
    requireDistinct(contacts)
    const plan = await context.store.read((reader) => planOf(reader, context, contacts))
    const { changes, new_organisations, unchanged } = plan
    const previewed = { action: ACTION, content: { contacts, changes: changes.map(({ id, row }) => [id, row.email]) } }
    const count = (isNew: boolean) => changes.filter(({ id }) => (id === null) === isNew).length
    const answer = {
      ...{ created: count(true), updated: count(false), unchanged, new_organisations },
      ...{ first: changes.slice(0, SHOWN).map(({ row }) => shown(row)), refused: [], refused_count: 0 },
    }
    if (confirmation === undefined) {
      const offered =
        changes.length > 0 ? await context.store.write((tx) => offerConfirmation(tx, context, previewed)) : {}
      return { data: { ...answer, done: false, ...offered } }
    }
    await context.store.write(async (tx) => {
      await takeConfirmation(tx, context, previewed, confirmation)
      const details = { count: String(changes.length) }
      await recordAudit(tx, context, { action: 'contact.many_imported', details })
    })
    const refused = await importAll(context, plan)
    const failed = new Set(refused.map(({ email }) => email))
    const done = changes.filter(({ row }) => !failed.has(row.email))
    return {
      data: {
        ...{ ...answer, done: true, refused: refused.slice(0, SHOWN), refused_count: refused.length },
        created: done.filter(({ id }) => id === null).length,
        updated: done.filter(({ id }) => id !== null).length,
        first: done.slice(0, SHOWN).map(({ row }) => shown(row)),
      },
    }
  },
})

/** A contact to create, or to update. */
interface Change {
  id: string | null
  row: Imported
}

interface Plan {
  changes: Change[]
  unchanged: number
  new_organisations: string[]
  /** The ids of organisations by their folded names. */
  organisations: Map<string, string>
}

function shown({ email, first_name, last_name = '' }: Imported): z.output<typeof Row> {
  return { email, name: `${first_name} ${last_name}`.trim() }
}

/** @throws AppError for an address or an external id that occurs twice */
function requireDistinct(contacts: readonly Imported[]): void {
  const problems: Record<string, ReturnType<typeof fieldError>> = {}
  for (const key of ['email', 'external_id'] as const) {
    const seen = new Set<string>()
    for (const [index, { [key]: value }] of contacts.entries()) {
      if (value === undefined) continue
      if (seen.has(value)) problems[`contacts.${index}.${key}`] = fieldError('taken', 'occurs twice')
      seen.add(value)
    }
  }
  if (Object.keys(problems).length > 0) throw validationError(problems)
}

async function planOf(reader: Reader, { caller: { workspace_id } }: Context, rows: readonly Imported[]): Promise<Plan> {
  const known = await findContactsLike(reader, workspace_id, {
    emails: rows.map(({ email }) => email),
    external_ids: rows.flatMap(({ external_id }) => external_id ?? []),
  })
  // Of names that differ in case alone, the first is kept.
  const named = new Map<string, string>()
  for (const { organisation } of rows)
    if (organisation && !named.has(fold(organisation))) named.set(fold(organisation), organisation)
  const found = await findOrganisationsLike(reader, workspace_id, { names: [...named.keys()], external_ids: [] })
  const organisations = new Map(found.map(({ id, name }) => [fold(name), id]))
  const changes: Change[] = []
  for (const row of rows) {
    const contact =
      known.find(({ external_id }) => row.external_id !== undefined && external_id === row.external_id) ??
      known.find(({ email }) => email === row.email)
    if (contact && isSame({ ...contact, ...valuesOf(row, organisations, contact.metadata) }, contact)) continue
    changes.push({ id: contact?.id ?? null, row })
  }
  const new_organisations = [...named].flatMap(([folded, name]) =>
    !organisations.has(folded) && changes.some(({ row }) => fold(row.organisation ?? '') === folded) ? [name] : [],
  )
  return { changes, unchanged: rows.length - changes.length, new_organisations, organisations }
}

/** The fields of a contact that a row gives. A new organisation has no id yet. */
function valuesOf(row: Imported, organisations: ReadonlyMap<string, string>, metadata: Record<string, unknown>) {
  const { organisation, metadata: given, ...fields } = row
  return {
    ...fields,
    ...(organisation !== undefined && { organisation_id: organisations.get(fold(organisation)) ?? 'new' }),
    ...(given !== undefined && { metadata: { ...metadata, ...given } }),
  }
}

/** Creates the new organisations, and then each contact by itself: what is refused leaves the others as they are. */
async function importAll(context: Context, { changes, new_organisations, organisations }: Plan) {
  const within = allowing(context, 'contacts:write')
  for (const name of new_organisations) {
    const { id } = await context.store.write((tx) => makeOrganisation(tx, context, { name }))
    organisations.set(fold(name), id)
  }
  const items = changes.map((change) => ({ action: 'import', change }))
  const { data } = await runBatch(within, { items, atomic: false }, async (inside, { change: { id, row } }) => {
    const { organisation, metadata, ...fields } = row
    const belongs = organisation === undefined ? {} : { organisation_id: organisations.get(fold(organisation)) }
    const given = { ...fields, ...belongs }
    if (id === null) {
      const { value } = await invoke(createContact, inside, { ...given, ...(metadata && { metadata }) })
      return { status: 201, id: value.data.id }
    }
    const merged = metadata ? { metadata_merge: metadata } : {}
    const { value } = await invoke(updateContact, inside, { ...given, ...merged, id })
    return { status: 200, id: value.data.id }
  })
  return data.results.flatMap(({ error }, index) => {
    const row = changes[index]?.row
    return error && row ? [{ ...shown(row), message: error.message }] : []
  })
}
