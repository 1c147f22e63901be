import { z } from 'zod'
import { MAX_IDS } from '../../contract/limits.ts'
import { existing } from '../../errors.ts'
import {
  Id,
  IncludeDeleted,
  OutputId,
  Paging,
  RecordId,
  recordOf,
  syncPageOf,
  UpdatedSince,
} from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { sortOf } from '../../records/lists/query.ts'
import { MetadataFilter } from '../../records/metadata-filter/metadata-filter.ts'
import { foldFilter } from '../../records/text.ts'
import { OrganisationFilters, OrganisationOrder } from '../list-input.ts'
import { Organisation, OrganisationTag } from '../organisation.ts'
import * as store from '../store.ts'

export const listOrganisations = operation({
  name: 'list_organisations',
  summary: 'List organisations, newest first',
  reference: 'Filters are combined: an organisation is listed if it matches all of them.',
  access: 'organisations:read',
  does: ['reads'],
  route: 'GET /organisations',
  status: 200,
  tool: {
    guidance: 'Example: {"name": "bakery"}',
    hides: ['sort', 'order'],
    leavesOut: ['metadata'],
  },
  input: z.strictObject({
    ...Paging,
    ...OrganisationFilters,
    ...OrganisationOrder,
    metadata: MetadataFilter,
    updated_since: UpdatedSince,
    include_deleted: IncludeDeleted,
  }),
  output: syncPageOf(Organisation),
  run: (context, { name, domain, external_id, metadata, sort, order, ...paging }) =>
    listRecords(context, store.organisationList, {
      filters: { name: name && foldFilter(name), domain, external_id, metadata },
      sort: sortOf({ sort, order, ...paging }),
      ...paging,
    }),
})

export const getOrganisation = operation({
  name: 'get_organisation',
  summary: 'Get an organisation by id',
  reference: '`contacts_count` is the number of its contacts now.',
  access: 'organisations:read',
  does: ['reads'],
  route: 'GET /organisations/:id',
  status: 200,
  tool: {
    guidance: 'Find the id with list_organisations.',
  },
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Organisation),
  etag: OrganisationTag,
  run: ({ caller, store: { read } }, { id }) =>
    read(async (reader) => ({ data: existing(await store.findOrganisation(reader, caller.workspace_id, id)) })),
})

export const listOrganisationNames = operation({
  name: 'list_organisation_names',
  summary: 'Names of the organisations with these ids',
  access: 'organisations:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ ids: z.array(Id).max(MAX_IDS) }),
  output: z.object({ data: z.array(z.object({ id: OutputId, name: z.string() })) }),
  run: ({ caller: { workspace_id }, store: { read } }, { ids }) =>
    read(async (reader) => ({ data: await store.organisationNames(reader, workspace_id, ids) })),
})
