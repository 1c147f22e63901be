import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { type FieldError, type FieldErrors, fieldError } from '../field-errors.ts'
import { newId } from '../ids.ts'
import { countOf } from '../records/counters.ts'
import type { ListSource } from '../records/lists.ts'
import { fold } from '../records/text.ts'
import { prepared, preparedRows, type Reader, type Tx } from '../storage/database.ts'
import { placeholders } from '../storage/placeholders.ts'
import type { Tables } from '../storage/tables/tables.ts'
import type { ContactRow } from './contact.ts'
import { contactMatches } from './search.ts'

type ContactsTable = Tables['contacts']

export function contactColumns(t: ContactsTable) {
  return {
    id: t.id,
    email: t.email,
    first_name: t.first_name,
    last_name: t.last_name,
    external_id: t.external_id,
    organisation_id: t.organisation_id,
    metadata: t.metadata,
    created_at: t.created_at,
    updated_at: t.updated_at,
  }
}

export const contactList = {
  name: 'contacts',
  table: (tables) => tables.contacts,
  columns: contactColumns,
  only: (t) => isNull(t.deleted_at),
  filters: {
    email: (t) => eq(t.email, sql.placeholder('email')),
    organisation_id: (t) => eq(t.organisation_id, sql.placeholder('organisation_id')),
  },
  total: (reader, workspace_id, filters) =>
    Object.values(filters).every((value) => value === undefined)
      ? countOf(reader, workspace_id, 'contacts')
      : undefined,
} satisfies ListSource<ContactsTable, ReturnType<typeof contactColumns>>

/** A live contact, or undefined. */
export async function findContact(reader: Reader, workspace_id: string, id: string) {
  const [contact] = await preparedRows(
    reader,
    'contacts.find',
    ({ tables }) => contactColumns(tables.contacts),
    ({ db, tables: { contacts } }, columns) =>
      db
        .select(columns)
        .from(contacts)
        .where(
          and(
            eq(contacts.workspace_id, sql.placeholder('workspace_id')),
            eq(contacts.id, sql.placeholder('id')),
            isNull(contacts.deleted_at),
          ),
        ),
    { workspace_id, id },
  )
  return contact
}

/** A contact whether it is deleted or not: its enrollments stay for the record. */
export async function findContactEvenDeleted(reader: Reader, workspace_id: string, id: string) {
  const [contact] = await prepared(
    reader,
    'contacts.find_even_deleted',
    ({ db, tables: { contacts } }) =>
      db
        .select(contactColumns(contacts))
        .from(contacts)
        .where(and(eq(contacts.workspace_id, sql.placeholder('workspace_id')), eq(contacts.id, sql.placeholder('id')))),
    { workspace_id, id },
  )
  return contact
}

/** The text that search looks into: names together, then the e-mail, so that "first last" is found as one. */
function searchText(contact: { first_name: string; last_name: string; email: string }): string {
  return `${fold(`${contact.first_name} ${contact.last_name}`)}\n${fold(contact.email)}`
}

type NewContact = Omit<ContactRow, 'id' | 'search_text'>

const INSERTED = [
  'workspace_id',
  'id',
  'email',
  'first_name',
  'last_name',
  'external_id',
  'organisation_id',
  'metadata',
  'search_text',
  'created_at',
  'updated_at',
] as const

/** @throws a unique violation; `contactProblems` tells of what */
export async function insertContact(tx: Tx, workspace_id: string, fields: NewContact) {
  const contact = { id: newId(), ...fields }
  await prepared(
    tx,
    'contacts.insert',
    ({ db, tables: { contacts } }) => db.insert(contacts).values(placeholders(contacts, INSERTED)),
    { workspace_id, ...contact, search_text: searchText(contact) },
  )
  return contact
}

/** @throws a unique violation; `contactProblems` tells of what */
export async function updateContactRow(
  tx: Tx,
  workspace_id: string,
  contact: Omit<ContactRow, 'search_text'>,
): Promise<void> {
  await prepared(
    tx,
    'contacts.update',
    ({ db, tables: { contacts } }) =>
      db
        .update(contacts)
        .set(
          placeholders(contacts, [
            'email',
            'first_name',
            'last_name',
            'external_id',
            'organisation_id',
            'metadata',
            'search_text',
            'updated_at',
          ]),
        )
        .where(and(eq(contacts.workspace_id, sql.placeholder('workspace_id')), eq(contacts.id, sql.placeholder('id')))),
    { workspace_id, ...contact, search_text: searchText(contact) },
  )
}

export async function softDeleteContact(tx: Tx, workspace_id: string, id: string, at: string): Promise<void> {
  const { contacts } = tx.tables
  await tx.db
    .update(contacts)
    .set({ deleted_at: at, updated_at: at })
    .where(and(eq(contacts.workspace_id, workspace_id), eq(contacts.id, id)))
}

/** What a unique index has against a contact: every problem at once. Asked only after a write was refused. */
export async function contactProblems(
  reader: Reader,
  workspace_id: string,
  contact: { id?: string; email: string; external_id: string | null },
): Promise<FieldErrors> {
  const { contacts } = reader.tables
  const { email, external_id } = contact
  const taken = or(eq(contacts.email, email), external_id === null ? undefined : eq(contacts.external_id, external_id))
  const others = await reader.db
    .select({ id: contacts.id, email: contacts.email, external_id: contacts.external_id })
    .from(contacts)
    .where(and(eq(contacts.workspace_id, workspace_id), isNull(contacts.deleted_at), taken))
  const foreign = others.filter((other) => other.id !== contact.id)
  const problems: Record<string, FieldError> = {}
  if (foreign.some((other) => other.email === email)) problems.email = fieldError('taken')
  if (external_id !== null && foreign.some((other) => other.external_id === external_id))
    problems.external_id = fieldError('taken')
  return problems
}

export interface Search {
  folded: string
  page: number
  per_page: number
}

/** Search considers this many of the newest matches; beyond it, a longer query is what helps. */
export const SEARCH_WINDOW = 1000

/** Contacts by relevance, then newest. */
export async function searchContacts(reader: Reader, workspace_id: string, { folded, page, per_page }: Search) {
  const search = { workspace_id, folded, window: SEARCH_WINDOW, limit: per_page, offset: (page - 1) * per_page }
  const matches = await contactMatches(reader, search)
  // A page past the end has no row that could tell how many there are.
  const counted = matches[0] ?? (await contactMatches(reader, { ...search, offset: 0 }))[0]
  const found = await Promise.all(matches.map(({ id }) => findContact(reader, workspace_id, id)))
  return { rows: found.filter((contact) => contact !== undefined), total: Number(counted?.total ?? 0) }
}
