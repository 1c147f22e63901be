import { z } from 'zod'
import type { Context } from '../context.ts'
import { moveEnrollments } from '../enrollments/move.ts'
import { existing, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import {
  Email,
  Id,
  IncludeDeleted,
  Paging,
  pageOf,
  RecordId,
  recordOf,
  requiredText,
  syncPageOf,
  UpdatedSince,
} from '../fields/fields.ts'
import { createdFrom, mergedWith } from '../fields/record.ts'
import { newId } from '../ids.ts'
import { operation } from '../operation/operation.ts'
import { adjustContactsCount } from '../organisations/store.ts'
import { isSame } from '../records/changes.ts'
import { addToCount } from '../records/counters.ts'
import { listed } from '../records/lists.ts'
import { fold } from '../records/text.ts'
import { writeUnique } from '../records/unique.ts'
import type { Tx } from '../storage/database.ts'
import { record } from '../webhooks/events/record.ts'
import { requireRoom } from '../workspaces/plans.ts'
import { Contact, ContactChanges, ContactFields, contactFields } from './contact.ts'
import * as store from './store.ts'

export const listContacts = operation({
  name: 'list_contacts',
  summary: 'List contacts, newest first',
  access: 'contacts:read',
  route: 'GET /contacts',
  status: 200,
  tool: {
    guidance: 'Use email or query to find one person. Example: {"query": "zoe bak"}',
  },
  input: z.strictObject({
    ...Paging,
    query: requiredText().optional().describe('Part of a name or e-mail; by relevance, alone with page and per_page'),
    email: Email.optional().describe('Only the contact with this address (exact)'),
    organisation_id: Id.optional().describe('Only contacts of this organisation'),
    updated_since: UpdatedSince,
    include_deleted: IncludeDeleted,
  }),
  output: syncPageOf(Contact),
  run: (context, { query, email, organisation_id, ...paging }) => {
    const filters = { email, organisation_id }
    if (query === undefined) return listed(context, store.contactList, { filters, ...paging })
    const { page, per_page, ...others } = paging
    const beside = Object.entries({ ...filters, ...others }).filter(([, value]) => value !== undefined)
    const refused = beside.map(([name]) => [name, fieldError('not_together', 'cannot be combined with query')])
    if (refused.length > 0) throw validationError(Object.fromEntries(refused))
    return found(context, { query, page, per_page })
  },
})

export const getContact = operation({
  name: 'get_contact',
  summary: 'Get a contact by id',
  access: 'contacts:read',
  route: 'GET /contacts/:id',
  status: 200,
  tool: {
    guidance: 'Find the id with list_contacts.',
  },
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Contact),
  tag: Contact,
  run: ({ caller, store: { read } }, { id }) =>
    read(async (reader) => ({ data: existing(await store.findContact(reader, caller.workspace_id, id)) })),
})

export const searchContacts = operation({
  name: 'search_contacts',
  summary: 'Find contacts by a part of their name or e-mail',
  description: `Case and accents do not count. Sorted by relevance, then newest. Considers the ${store.SEARCH_WINDOW} newest matches.`,
  access: 'contacts:read',
  route: 'GET /contacts/search',
  status: 200,
  input: z.strictObject({
    query: requiredText().describe('A part of the first name, the last name, the e-mail, or "first last"'),
    page: Paging.page,
    per_page: Paging.per_page,
  }),
  output: pageOf(Contact),
  run: (context, search) => found(context, search),
})

export const createContact = operation({
  name: 'create_contact',
  summary: 'Create a contact',
  access: 'contacts:write',
  route: 'POST /contacts',
  body: 'contact',
  status: 201,
  tool: {
    guidance:
      'Look with list_contacts whether the email exists: it must be new. Example: {"email": "zoe@harbour.example", "first_name": "Zoe", "organisation_id": "..."}',
    remedies: {
      'email.taken': 'Find the contact with list_contacts and this email, and use update_contact instead.',
      'external_id.taken': 'Another contact has this external_id: give another, or leave it out.',
    },
  },
  input: ContactFields,
  output: recordOf(Contact),
  tag: Contact,
  run: (context, given) => {
    const { workspace_id, plan } = context.caller
    let attempted: Contact | undefined
    const work = async (tx: Tx) => {
      const at = tx.stamp
      const data = { id: newId(), ...createdFrom(contactFields, given), created_at: at, updated_at: at }
      attempted = data
      await requireRoom(tx, plan, workspace_id, 'contacts')
      await moveBetween(tx, workspace_id, null, data.organisation_id)
      await store.insertContact(tx, workspace_id, data)
      await addToCount(tx, workspace_id, 'contacts', 1)
      await record(tx, { workspace_id, type: 'contact.created', data, at })
      return { data }
    }
    return writeContact(context, work, () => attempted)
  },
})

export const updateContact = operation({
  name: 'update_contact',
  summary: 'Update a contact',
  description: 'Fields that are not given stay as they are; metadata is replaced as a whole.',
  access: 'contacts:write',
  route: 'PATCH /contacts/:id',
  body: 'contact',
  status: 200,
  tool: {
    guidance: 'Find the id with list_contacts. Example: {"id": "...", "last_name": "Baker"}',
    remedies: {
      'email.taken': 'Another contact has this email: find it with list_contacts.',
      'external_id.taken': 'Another contact has this external_id: give another, or leave it out.',
    },
  },
  input: ContactChanges.extend({ id: RecordId }),
  output: recordOf(Contact),
  tag: Contact,
  current: getContact,
  run: (context, { id, ...changes }) => {
    const { workspace_id } = context.caller
    let attempted: Contact | undefined
    const work = async (tx: Tx) => {
      const current = existing(await store.findContact(tx, workspace_id, id))
      const data = { ...current, ...mergedWith(contactFields, current, changes) }
      attempted = data
      if (isSame(current, data)) return { data: current }
      data.updated_at = tx.stamp
      await moveBetween(tx, workspace_id, current.organisation_id, data.organisation_id)
      await store.updateContactRow(tx, workspace_id, current, data)
      await record(tx, { workspace_id, type: 'contact.updated', data, at: data.updated_at })
      if (data.organisation_id !== current.organisation_id)
        await moveEnrollments(tx, context, { contact_id: id }, data.organisation_id)
      return { data }
    }
    return writeContact(context, work, () => attempted)
  },
})

export const deleteContact = operation({
  name: 'delete_contact',
  summary: 'Delete a contact',
  description: 'Its enrollments stay for the record; their links stop working. The e-mail address may be used again.',
  access: 'contacts:write',
  route: 'DELETE /contacts/:id',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  current: getContact,
  run: ({ caller: { workspace_id }, store: { write } }, { id }) =>
    write(async (tx) => {
      const at = tx.stamp
      const data = existing(await store.findContact(tx, workspace_id, id))
      await moveBetween(tx, workspace_id, data.organisation_id, null)
      await store.softDeleteContact(tx, workspace_id, data, at)
      await addToCount(tx, workspace_id, 'contacts', -1)
      await record(tx, { workspace_id, type: 'contact.deleted', data, at })
    }),
})

interface Search {
  query: string
  page?: number | undefined
  per_page: number
}

/** Contacts by relevance. */
function found({ caller, store: { read } }: Context, { query, page = 1, per_page }: Search) {
  return read(async (reader) => {
    const folded = fold(query)
    const { rows, total } = await store.searchContacts(reader, caller.workspace_id, { folded, page, per_page })
    return { data: rows, meta: { page, per_page, total, total_pages: Math.ceil(total / per_page) } }
  })
}

/**
 * Keeps the counts of organisations right, in the order of their ids: of two contacts that change places, none waits for
 * the other.
 * @throws AppError when the new one does not exist in the workspace
 */
async function moveBetween(tx: Tx, workspace_id: string, from: string | null, to: string | null): Promise<void> {
  if (from === to) return
  const ids = [from, to].filter((id) => id !== null).toSorted()
  for (const id of ids) {
    const exists = await adjustContactsCount(tx, workspace_id, id, id === to ? 1 : -1)
    if (!exists && id === to) throw validationError({ organisation_id: fieldError('does_not_exist') })
  }
}

/** Writes, and tells of everything that is taken when a unique index refuses the contact. */
function writeContact<T>(
  { caller, store: { read, write } }: Context,
  work: (tx: Tx) => Promise<T>,
  attempted: () => Contact | undefined,
): Promise<T> {
  return writeUnique({ write }, work, () => {
    const contact = attempted()
    return contact && read((reader) => store.contactProblems(reader, caller.workspace_id, contact))
  })
}
