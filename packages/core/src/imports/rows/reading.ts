import type { z } from 'zod'
import { ContactChanges, ContactFields } from '../../contacts/contact.ts'
import type { FieldErrorCode, FieldErrors } from '../../field-errors.ts'
import { checkInput } from '../../operation/validation.ts'
import { OrganisationChanges, OrganisationFields } from '../../organisations/organisation.ts'
import { fold } from '../../records/text.ts'
import type { StoredFault } from '../../storage/tables/imports.ts'
import type { Imported } from '../contract.ts'
import { fieldsOf, metadataOf } from '../targets.ts'
import { nameOfEmail, splitName } from './names.ts'

/** The settings of an import that are needed to parse its rows. */
export interface Columns {
  resource: Imported
  mapping: readonly string[]
  /** Number of columns in the file. */
  count: number
}

/** The result of parsing the cells of a row with a schema: data, or problems. */
type ParseResult<G> = { data: G; faults?: undefined } | { data?: undefined; faults: StoredFault[] }

/** The parsed content of a row, independent of existing records. */
interface Reading<New, Changes> {
  number: number
  /** Values that must be unique among rows; `email_key` holds any text. */
  keys: { email_key: string | null; external_key: string | null }
  faults: StoredFault[]
  /** For a new record, and for an existing one. */
  created: ParseResult<New>
  changed: ParseResult<Changes>
  organisation: NamedOrganisation | undefined
}

/** The organisation that a row of a contact names. */
interface NamedOrganisation {
  name: string | undefined
  external_id: string | undefined
  /** Whether it is valid for a new organisation. */
  canBeMade: boolean
}

/** Created once: zod compiles each schema at its first use, which takes longer than checking a row. */
const NewContact = ContactFields.extend({ metadata_merge: ContactChanges.shape.metadata_merge })
const NewOrganisation = OrganisationFields.extend({ metadata_merge: OrganisationChanges.shape.metadata_merge })

export type ContactReading = Reading<z.output<typeof NewContact>, z.output<typeof ContactChanges>>
export type OrganisationReading = Reading<z.output<typeof NewOrganisation>, z.output<typeof OrganisationChanges>>

export function readContact(columns: Columns, number: number, cells: readonly string[]): ContactReading {
  const fields = fieldsOf(columns.mapping, cells)
  const language = fields.get('language')
  const own = ownOf(fields, ['email', 'first_name', 'last_name', 'external_id', 'language'])
  Object.assign(own, { ...splitNameIn(fields), ...own })
  if (language !== undefined) own.language = language.toLowerCase().slice(0, 2)
  return {
    number,
    keys: {
      email_key: keyOf(fields.get('email')?.toLowerCase(), 320),
      external_key: keyOf(fields.get('external_id'), 255),
    },
    faults: lengthFaults(columns, cells),
    ...givenBy(columns, { created: NewContact, changed: ContactChanges }, own, unnamed(own)),
    organisation: organisationOf(fields),
  }
}

export function readOrganisation(columns: Columns, number: number, cells: readonly string[]): OrganisationReading {
  const fields = fieldsOf(columns.mapping, cells)
  // With external ids, several organisations can have one name.
  const hasIds = columns.mapping.includes('external_id')
  const own = ownOf(fields, ['name', 'domain', 'external_id'])
  return {
    number,
    keys: {
      email_key: hasIds ? null : keyOf(fold(fields.get('name') ?? ''), 320),
      external_key: keyOf(fields.get('external_id'), 255),
    },
    faults: lengthFaults(columns, cells),
    ...givenBy(columns, { created: NewOrganisation, changed: OrganisationChanges }, own),
    organisation: undefined,
  }
}

/** The names in a column with whole names, without empty ones. */
function splitNameIn(fields: ReadonlyMap<string, string>): Record<string, string> {
  const [full, isLastFirst] = fields.has('full_name')
    ? [fields.get('full_name'), false]
    : [fields.get('last_first_name'), true]
  if (full === undefined) return {}
  return Object.fromEntries(Object.entries(splitName(full, isLastFirst)).filter(([, name]) => name !== ''))
}

/** The name of a new contact of whom the row tells the e-mail address alone; undefined where it tells a name. */
function unnamed({ email, first_name, last_name }: Record<string, unknown>): Record<string, unknown> | undefined {
  if (first_name !== undefined || typeof email !== 'string') return undefined
  const { first_name: first, last_name: last } = nameOfEmail(email)
  return last_name === undefined ? { first_name: first, last_name: last } : { first_name: first }
}

/** Empty cells are omitted: their fields stay unchanged. */
function ownOf(fields: ReadonlyMap<string, string>, names: readonly string[]): Record<string, unknown> {
  const own = names.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : []))
  const metadata = metadataOf(fields)
  return { ...Object.fromEntries(own), ...(metadata && { metadata_merge: metadata }) }
}

/**
 * Data that is valid for a new record is valid for an update too: the fields are the same, and none is required.
 * @param ofNew further fields of a new record
 */
function givenBy<New extends Changes, Changes>(
  columns: Columns,
  { created, changed }: { created: z.ZodType<New>; changed: z.ZodType<Changes> },
  input: Record<string, unknown>,
  ofNew?: Record<string, unknown>,
): { created: ParseResult<New>; changed: ParseResult<Changes> } {
  const given = givenIn(columns, created, { ...input, ...ofNew })
  return { created: given, changed: given.faults || ofNew ? givenIn(columns, changed, input) : given }
}

function givenIn<G>(columns: Columns, schema: z.ZodType<G>, input: unknown): ParseResult<G> {
  const { data, problems } = checkInput(schema, input)
  return problems ? { faults: faultsIn(columns, problems) } : { data }
}

function organisationOf(fields: ReadonlyMap<string, string>): NamedOrganisation | undefined {
  const name = fields.get('organisation')
  const external_id = fields.get('organisation_external_id')
  if (name === undefined && external_id === undefined) return undefined
  return { name, external_id, canBeMade: OrganisationFields.safeParse({ name, external_id }).success }
}

function lengthFaults({ count }: Columns, cells: readonly string[]): StoredFault[] {
  if (cells.length <= count) return []
  const text = 'has more cells than the header: a quotation mark may be missing'
  return [{ column: null, code: 'invalid', text, row: null }]
}

/** The storable part; the schema of the field rejects the rest. */
function keyOf(text: string | undefined, longest: number): string | null {
  return text === undefined || text.includes('\0') || !text.isWellFormed() ? null : text.slice(0, longest) || null
}

interface Mapped {
  mapping: readonly string[] | null
}

/** A problem of a field, at its column. */
export function faultAt(
  { mapping }: Mapped,
  target: string,
  { code, text, row = null }: { code: FieldErrorCode; text: string; row?: number | null },
): StoredFault {
  const column = mapping?.indexOf(target) ?? -1
  return { column: column < 0 ? null : column, code, text, row }
}

/** The problems of the fields of a record, as problems of a row. */
export function faultsIn(job: Mapped, errors: FieldErrors): StoredFault[] {
  return Object.entries(errors).flatMap(([field, found]) => {
    const target = field === 'organisation_id' ? 'organisation' : field.replace('metadata_merge', 'metadata')
    const mapped = job.mapping?.includes(target) ? '' : `${field.replaceAll('_', ' ')} `
    const all = 'code' in found ? [found] : found
    return all.map(({ code, text }) => faultAt(job, target, { code, text: `${mapped}${text}` }))
  })
}
