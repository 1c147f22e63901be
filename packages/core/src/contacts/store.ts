import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { type FieldError, type FieldErrors, fieldError } from '../field-errors.ts'
import { writableKeys } from '../fields/record.ts'
import { byIndexedMetadata, indexedMetadata } from '../metadata-keys/indexed-filter.ts'
import { countOf } from '../records/counters.ts'
import { insertRows } from '../records/insertion/insert-rows.ts'
import { COUNTS_TO, SCAN_LIMIT } from '../records/lists/limits.ts'
import type { ListSource } from '../records/lists/source.ts'
import { metadataMatches } from '../records/metadata-filter/metadata-filter.ts'
import { columnsOf, findRow, insertRow, type RecordKey, updateRow } from '../records/rows.ts'
import { fold, sortName } from '../records/text.ts'
import { deleteTombstone, insertTombstone } from '../records/tombstones.ts'
import { prepared, preparedSend, type Reader, type Tx } from '../storage/database.ts'
import type { RowLock } from '../storage/dialect.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { byLastActivity, byLatestEnrollment } from './by-latest-enrollment.ts'
import { byOrganisation } from './by-organisation.ts'
import { Contact, contactFields } from './contact.ts'
import { latestEnrollmentCandidates, latestEnrollmentFilters, latestEnrollmentValues } from './latest-enrollment.ts'
import { ordersOf, searchFilters, searchValues } from './search/orders.ts'
import { contactMatches } from './search/search.ts'
import { fewMatches } from './search/selective.ts'

type ContactsTable = Tables['contacts']

export const contactColumns = (table: ContactsTable) => columnsOf(table, Contact)

export const contactList = {
  name: 'contacts',
  deletions: 'contacts',
  table: (tables) => tables.contacts,
  columns: contactColumns,
  only: (t) => isNull(t.deleted_at),
  filters: {
    email: (t) => eq(t.email, sql.placeholder('email')),
    external_id: (t) => eq(t.external_id, sql.placeholder('external_id')),
    organisation_id: (t) => eq(t.organisation_id, sql.placeholder('organisation_id')),
    metadata: metadataMatches,
    ...searchFilters,
    ...latestEnrollmentFilters,
  },
  values: (filters, dialect) => searchValues(latestEnrollmentValues(filters), dialect),
  indexed: indexedMetadata('contacts'),
  orders: { name: (t) => t.sort_name },
  groups: {
    organisation_name: byOrganisation,
    latest_enrollment_at: byLatestEnrollment,
    last_activity_at: byLastActivity,
  },
  countsTo: COUNTS_TO,
  goesOn: true,
  looks: {
    at: SCAN_LIMIT,
    whole: ['metadata'],
    within: [['email'], ['external_id'], ['organisation_id'], ['nowhere']],
    changes: true,
    few: [...fewMatches, byIndexedMetadata('contacts', 'contacts_id_unique'), ...latestEnrollmentCandidates],
  },
  counted: 'contacts',
  total: (reader, workspace_id, filters) =>
    Object.values(filters).every((value) => value === undefined)
      ? countOf(reader, workspace_id, 'contacts')
      : undefined,
} satisfies ListSource<ContactsTable, ReturnType<typeof contactColumns>>

/** An active contact, or undefined. @param lock held until the transaction ends */
export function findContact(reader: Reader, workspace_id: string, id: string, lock?: RowLock) {
  const live = { name: 'live', where: (t: ContactsTable) => isNull(t.deleted_at), lock }
  return findRow(reader, 'contacts', contactColumns, { workspace_id, id }, live)
}

/** A contact, deleted or not: its enrollments are kept. @param lock held until the transaction ends */
export function findContactEvenDeleted(reader: Reader, workspace_id: string, id: string, lock?: RowLock) {
  return findRow(reader, 'contacts', contactColumns, { workspace_id, id }, { name: 'kept', lock })
}

/** The text that search looks into: names together, then the e-mail, so that "first last" is found as one. */
function searchText(contact: Pick<Contact, 'first_name' | 'last_name' | 'email'>): string {
  return `${fold(`${contact.first_name} ${contact.last_name}`)}\n${fold(contact.email)}`
}

/** The name by which a contact is sorted: as people read it. */
export function contactSortName({ first_name, last_name }: Pick<Contact, 'first_name' | 'last_name'>): string {
  return sortName(`${first_name} ${last_name}`)
}

/** The columns for searching and sorting. */
function computed(contact: Contact) {
  return { search_text: searchText(contact), sort_name: contactSortName(contact) }
}

/** The e-mail addresses of contacts, also of deleted ones. */
export async function contactEmails({ db, tables: { contacts: t } }: Reader, workspace_id: string, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({ id: t.id, email: t.email })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, ids)))
}

/** @throws UniqueViolation; `contactProblems` explains it */
export function insertContact(tx: Tx, workspace_id: string, contact: Contact): Promise<void> {
  return insertRow(tx, 'contacts', { workspace_id, ...contact, ...computed(contact) })
}

/** @throws UniqueViolation */
export function insertContacts(tx: Tx, workspace_id: string, contacts: readonly Contact[]): Promise<void> {
  const rows = contacts.map((contact) => ({ workspace_id, ...contact, ...computed(contact) }))
  return insertRows(tx, 'contacts', rows)
}

const UPDATED = [...writableKeys(contactFields), 'search_text', 'sort_name', 'updated_at'] as const

/**
 * Updates a contact that was read without a lock: its organisations are locked before it, as in their deletion.
 * @param before the contact as it was read
 * @throws UniqueViolation, which `contactProblems` explains; StaleRead when the contact was moved or deleted meanwhile
 */
export async function updateContactRow(tx: Tx, workspace_id: string, before: Contact, contact: Contact): Promise<void> {
  const row = { workspace_id, ...contact, ...computed(contact) }
  const was = { organisation_id: before.organisation_id, deleted_at: null }
  await updateRow(tx, 'contacts', UPDATED, row, was)
  const isRenamed = before.first_name !== contact.first_name || before.last_name !== contact.last_name
  if (isRenamed) renameInEnrollments(tx, row)
  if (isRenamed || before.email !== contact.email) markParticipations(tx, row)
}

type Named = Contact & Record<'workspace_id' | 'sort_name', string>

/**
 * Changes the enrollments of a contact with its name, which their list shows: a client that continues from `updated_since` sees
 * them. They have a copy of it to be sorted by, because an index has the columns of one table.
 */
function renameInEnrollments(tx: Tx, { workspace_id, id, sort_name, updated_at }: Named): void {
  preparedSend(
    tx,
    'enrollments.rename_contact',
    ({ db, tables: { enrollments: t } }) =>
      db
        .update(t)
        .set({
          contact_sort_name: sql`${sql.placeholder('sort_name')}`,
          updated_at: sql`${sql.placeholder('updated_at')}`,
        })
        .where(and(eq(t.workspace_id, sql.placeholder('workspace_id')), eq(t.contact_id, sql.placeholder('id')))),
    { workspace_id, id, sort_name, updated_at },
  )
}

/** Changes the participations of a contact with its name or address, which participants show. */
function markParticipations(tx: Tx, { workspace_id, id, updated_at }: Named): void {
  preparedSend(
    tx,
    'participants.mark_contact',
    ({ db, tables: { participants: t } }) =>
      db
        .update(t)
        .set({ updated_at: sql`${sql.placeholder('updated_at')}` })
        .where(
          and(
            eq(t.workspace_id, sql.placeholder('workspace_id')),
            eq(t.contact_id, sql.placeholder('id')),
            isNull(t.removed_at),
          ),
        ),
    { workspace_id, id, updated_at },
  )
}

/** @throws StaleRead when it was moved or deleted since it was read */
export async function softDeleteContact(
  tx: Tx,
  workspace_id: string,
  { id, organisation_id }: Contact,
  at: string,
): Promise<void> {
  const row = { workspace_id, id, deleted_at: at, updated_at: at }
  await updateRow(tx, 'contacts', ['deleted_at', 'updated_at'], row, { organisation_id, deleted_at: null })
  await insertTombstone(tx, 'contacts', { workspace_id, id, deleted_at: at })
}

/** When a contact was deleted; null if it was not. */
export async function deletionTime(reader: Reader, workspace_id: string, id: string): Promise<string | null> {
  const { contacts: t } = reader.tables
  const [found] = await reader.db
    .select({ deleted_at: t.deleted_at })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.id, id)))
  return found?.deleted_at ?? null
}

/** Restores a contact. @param was as it was read @throws UniqueViolation; StaleRead when it was restored or changed since */
export async function reviveContact(
  tx: Tx,
  { workspace_id, id }: RecordKey,
  was: { deleted_at: string; organisation_id: string | null },
): Promise<void> {
  const row = { workspace_id, id, deleted_at: null, updated_at: tx.stamp }
  await updateRow(tx, 'contacts', ['deleted_at', 'updated_at'], row, was)
  await deleteTombstone(tx, 'contacts', { workspace_id, id })
}

/** The active contact with this external id, or undefined. */
export async function findContactByExternalId(reader: Reader, workspace_id: string, external_id: string) {
  const [contact] = await prepared(
    reader,
    'contacts.by_external_id',
    ({ db, tables: { contacts } }) =>
      db
        .select(contactColumns(contacts))
        .from(contacts)
        .where(
          and(
            eq(contacts.workspace_id, sql.placeholder('workspace_id')),
            eq(contacts.external_id, sql.placeholder('external_id')),
            isNull(contacts.deleted_at),
          ),
        ),
    { workspace_id, external_id },
  )
  return contact
}

/** The active contacts with one of these addresses or external ids. */
export async function findContactsLike(
  { db, tables: { contacts } }: Reader,
  workspace_id: string,
  { emails, external_ids }: { emails: readonly string[]; external_ids: readonly string[] },
): Promise<Contact[]> {
  const live = and(eq(contacts.workspace_id, workspace_id), isNull(contacts.deleted_at))
  const found = new Map<string, Contact>()
  // Two separate queries: combined, they would use no index.
  for (const [column, values] of [
    [contacts.email, emails],
    [contacts.external_id, external_ids],
  ] as const) {
    const rows = await db
      .select(contactColumns(contacts))
      .from(contacts)
      .where(and(live, inArray(column, [...values])))
    for (const row of rows) found.set(row.id, row)
  }
  return [...found.values()]
}

interface Unique {
  id?: string | undefined
  email?: string | undefined
  external_id?: string | null | undefined
}

/** Why a unique index refused a contact: every problem at once. */
export async function contactProblems(
  reader: Reader,
  workspace_id: string,
  { id, email, external_id }: Unique,
): Promise<FieldErrors> {
  const { contacts } = reader.tables
  const same = [
    ...(email ? [eq(contacts.email, email)] : []),
    ...(external_id ? [eq(contacts.external_id, external_id)] : []),
  ]
  if (same.length === 0) return {}
  const others = await reader.db
    .select({ id: contacts.id, email: contacts.email, external_id: contacts.external_id })
    .from(contacts)
    .where(and(eq(contacts.workspace_id, workspace_id), isNull(contacts.deleted_at), or(...same)))
  const foreign = others.filter((other) => other.id !== id)
  const problems: Record<string, FieldError> = {}
  if (foreign.some((other) => other.email === email)) problems.email = fieldError('taken')
  if (external_id && foreign.some((other) => other.external_id === external_id))
    problems.external_id = fieldError('taken')
  return problems
}

export interface Search {
  folded: string
  page: number
  per_page: number
}

/** Search considers this many of the newest matches; beyond it, use a longer query. */
export const SEARCH_WINDOW = 1000
/** Contacts by relevance, then newest. If nothing matches the words in their order, other orders are tried. */
export async function searchContacts(reader: Reader, workspace_id: string, { folded, page, per_page }: Search) {
  const limits = { workspace_id, window: SEARCH_WINDOW, limit: per_page, offset: (page - 1) * per_page }
  for (const order of ordersOf(folded)) {
    const search = { ...limits, folded: order }
    const matches = await contactMatches(reader, search)
    // A page past the end has no row that contains the total.
    const counted = matches[0] ?? (await contactMatches(reader, { ...search, offset: 0 }))[0]
    if (!counted) continue
    const found = await Promise.all(matches.map(({ id }) => findContact(reader, workspace_id, id)))
    return { rows: found.filter((contact) => contact !== undefined), total: Number(counted.total) }
  }
  return { rows: [], total: 0 }
}
