import { z } from 'zod'
import type { Context } from '../../context.ts'
import { existing } from '../../errors.ts'
import {
  IncludeDeleted,
  Paging,
  pageOf,
  RecordId,
  recordOf,
  requiredText,
  syncPageOf,
  UpdatedSince,
} from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { sortOf } from '../../records/lists/query.ts'
import { MetadataFilter } from '../../records/metadata-filter/metadata-filter.ts'
import { Contact } from '../contact.ts'
import { ContactFilters, ContactOrder } from '../list-input.ts'
import { foldedQuery } from '../search/orders.ts'
import * as store from '../store.ts'
import { describeContacts } from './describe.ts'

export const listContacts = operation({
  name: 'list_contacts',
  summary: 'List contacts, newest first',
  reference: 'Filters are combined: a contact is listed if it matches all of them.',
  access: 'contacts:read',
  does: ['reads'],
  route: 'GET /contacts',
  status: 200,
  tool: {
    guidance: 'Use email or query to find one person. Example: {"query": "zoe bak"}',
    hides: ['sort', 'order'],
    leavesOut: ['metadata'],
    beside: describeContacts,
  },
  input: z.strictObject({
    ...Paging,
    ...ContactFilters,
    ...ContactOrder,
    metadata: MetadataFilter,
    updated_since: UpdatedSince,
    include_deleted: IncludeDeleted,
  }),
  output: syncPageOf(Contact),
  run: (
    context,
    { query, email, external_id, organisation_id, guide_id, enrollment_status, metadata, sort, order, ...paging },
  ) => {
    const sorted = sortOf({ sort, order, ...paging })
    const filters = { query, email, external_id, organisation_id, guide_id, enrollment_status, metadata }
    const { page, per_page, ...others } = paging
    const beside = Object.values({ ...filters, query: undefined, sort, order, ...others })
    if (query !== undefined && beside.every((value) => value === undefined))
      return found(context, { query, page, per_page })
    if (query !== undefined) foldedQuery(query)
    return listRecords(context, store.contactList, { filters, sort: sorted, ...paging })
  },
})

export const getContact = operation({
  name: 'get_contact',
  summary: 'Get a contact by id',
  reference: 'A deleted contact is not found.',
  access: 'contacts:read',
  does: ['reads'],
  route: 'GET /contacts/:id',
  status: 200,
  tool: {
    guidance: 'Find the id with list_contacts.',
  },
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Contact),
  etag: Contact,
  run: ({ caller, store: { read } }, { id }) =>
    read(async (reader) => ({ data: existing(await store.findContact(reader, caller.workspace_id, id)) })),
})

export const searchContacts = operation({
  name: 'search_contacts',
  summary: 'Find contacts by a part of their name or e-mail',
  description:
    'Case and accents are ignored. The best match comes first, then the newest. Of many matches, the 1,000 newest are considered.',
  access: 'contacts:read',
  does: ['reads'],
  route: 'GET /contacts/search',
  status: 200,
  input: z.strictObject({
    query: requiredText().describe('A part of the first name, the last name, the e-mail, or "first last"').meta({
      reference:
        'Text to find in the first name, the last name, "first last" or the e-mail address, ignoring case and accents. It must not be empty.',
    }),
    page: Paging.page,
    per_page: Paging.per_page,
  }),
  output: pageOf(Contact),
  run: (context, search) => found(context, search),
})

interface Search {
  query: string
  page?: number | undefined
  per_page: number
}

/** Contacts by relevance. */
function found({ caller, store: { read } }: Context, { query, page = 1, per_page }: Search) {
  return read(async (reader) => {
    const folded = foldedQuery(query)
    const { rows, total } = await store.searchContacts(reader, caller.workspace_id, { folded, page, per_page })
    return {
      data: rows,
      meta: { page, per_page, total, total_pages: Math.ceil(total / per_page), total_limit: store.SEARCH_WINDOW },
    }
  })
}
