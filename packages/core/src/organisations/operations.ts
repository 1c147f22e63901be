import { z } from 'zod'
import { leaveOrganisation } from '../contacts/leave-organisation.ts'
import { moveEnrollments } from '../enrollments/move.ts'
import { existing } from '../errors.ts'
import { IncludeDeleted, Paging, RecordId, recordOf, syncPageOf, text, UpdatedSince } from '../fields/fields.ts'
import { createdFrom, mergedWith } from '../fields/record.ts'
import { newId } from '../ids.ts'
import { operation } from '../operation/operation.ts'
import { isSame } from '../records/changes.ts'
import { addToCount } from '../records/counters.ts'
import { listed } from '../records/lists.ts'
import { fold } from '../records/text.ts'
import { record } from '../webhooks/events/record.ts'
import { requireRoom } from '../workspaces/plans.ts'
import { Domain, Organisation, OrganisationFields, OrganisationTag, organisationFields } from './organisation.ts'
import * as store from './store.ts'

export const listOrganisations = operation({
  name: 'list_organisations',
  summary: 'List organisations, newest first',
  access: 'organisations:read',
  route: 'GET /organisations',
  status: 200,
  tool: {
    guidance: 'Example: {"name": "bakery"}',
  },
  input: z.strictObject({
    ...Paging,
    name: text().optional().describe('Only organisations whose name contains this; case and accents do not count'),
    domain: Domain.optional().describe('Only organisations with this domain (exact)'),
    updated_since: UpdatedSince,
    include_deleted: IncludeDeleted,
  }),
  output: syncPageOf(Organisation),
  run: (context, { name, domain, ...paging }) =>
    listed(context, store.organisationList, { filters: { name: name && fold(name), domain }, ...paging }),
})

export const getOrganisation = operation({
  name: 'get_organisation',
  summary: 'Get an organisation by id',
  access: 'organisations:read',
  route: 'GET /organisations/:id',
  status: 200,
  tool: {
    guidance: 'Find the id with list_organisations.',
  },
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Organisation),
  tag: OrganisationTag,
  run: ({ caller, store: { read } }, { id }) =>
    read(async (reader) => ({ data: existing(await store.findOrganisation(reader, caller.workspace_id, id)) })),
})

export const createOrganisation = operation({
  name: 'create_organisation',
  summary: 'Create an organisation',
  access: 'organisations:write',
  route: 'POST /organisations',
  body: 'organisation',
  status: 201,
  tool: {
    guidance:
      'Names need not be unique: look with list_organisations first. Example: {"name": "Harbour Bakery", "domain": "harbour.example"}',
  },
  input: OrganisationFields,
  output: recordOf(Organisation),
  tag: OrganisationTag,
  run: ({ caller: { workspace_id, plan }, store: { write } }, given) =>
    write(async (tx) => {
      await requireRoom(tx, plan, workspace_id, 'organisations')
      const at = tx.stamp
      const fields = createdFrom(organisationFields, given)
      const data = { id: newId(), ...fields, contacts_count: 0, created_at: at, updated_at: at }
      await store.insertOrganisation(tx, workspace_id, data)
      await addToCount(tx, workspace_id, 'organisations', 1)
      await record(tx, { workspace_id, type: 'organisation.created', data, at })
      return { data }
    }),
})

export const updateOrganisation = operation({
  name: 'update_organisation',
  summary: 'Update an organisation',
  description: 'Fields that are not given stay as they are; metadata is replaced as a whole.',
  access: 'organisations:write',
  route: 'PATCH /organisations/:id',
  body: 'organisation',
  status: 200,
  tool: {
    guidance: 'Find the id with list_organisations. Example: {"id": "...", "domain": "harbour.example"}',
  },
  input: OrganisationFields.partial().extend({ id: RecordId }),
  output: recordOf(Organisation),
  tag: OrganisationTag,
  current: getOrganisation,
  run: ({ caller: { workspace_id }, store: { write } }, { id, ...changes }) =>
    write(async (tx) => {
      const current = existing(await store.findOrganisation(tx, workspace_id, id, 'change'))
      const data = { ...current, ...mergedWith(organisationFields, current, changes) }
      if (isSame(current, data)) return { data: current }
      data.updated_at = tx.stamp
      await store.updateOrganisationRow(tx, workspace_id, data)
      await record(tx, { workspace_id, type: 'organisation.updated', data, at: data.updated_at })
      return { data }
    }),
})

export const deleteOrganisation = operation({
  name: 'delete_organisation',
  summary: 'Delete an organisation for good',
  description: 'Its contacts stay, without an organisation.',
  access: 'organisations:write',
  route: 'DELETE /organisations/:id',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  current: getOrganisation,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      // Who would enter it waits from here on, and then finds it gone.
      const data = existing(await store.findOrganisation(tx, workspace_id, id, 'change'))
      await leaveOrganisation(tx, workspace_id, id)
      await moveEnrollments(tx, context, { organisation_id: id }, null)
      await store.deleteOrganisationRow(tx, workspace_id, id)
      await addToCount(tx, workspace_id, 'organisations', -1)
      await record(tx, { workspace_id, type: 'organisation.deleted', data, at: tx.stamp })
    }),
})
