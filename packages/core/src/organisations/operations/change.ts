import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { existing } from '../../errors.ts'
import { putOf, RecordId, recordOf, requiredText } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { parseInput } from '../../operation/validation.ts'
import { writeUnique } from '../../records/unique.ts'
import { changeOrganisation, conflictErrors, makeOrganisation, problemsOf } from '../change.ts'
import { Organisation, OrganisationChanges, OrganisationFields, OrganisationTag } from '../organisation.ts'
import { removeOrganisation } from '../remove.ts'
import * as store from '../store.ts'
import { getOrganisation } from './read.ts'

export const createOrganisation = operation({
  name: 'create_organisation',
  summary: 'Create an organisation',
  reference: '`external_id`, if it is given, must not be that of another organisation of the workspace.',
  access: 'organisations:write',
  does: ['adds'],
  unaudited: 'event',
  route: 'POST /organisations',
  body: 'organisation',
  status: 201,
  tool: {
    guidance:
      'Names need not be unique: check with list_organisations first. Example: {"name": "Harbour Bakery", "domain": "harbour.example"}',
  },
  input: OrganisationFields,
  output: recordOf(Organisation),
  etag: OrganisationTag,
  problems: problemsOf,
  run: (context, given) =>
    writeUnique(context.store, async (tx) => ({ data: await makeOrganisation(tx, context, given) }), conflictErrors),
})

export const updateOrganisation = operation({
  name: 'update_organisation',
  summary: 'Update an organisation',
  description: 'Omitted fields stay unchanged; metadata is replaced as a whole.',
  access: 'organisations:write',
  does: ['replaces'],
  unaudited: 'event',
  isIdempotent: true,
  route: 'PATCH /organisations/:id',
  body: 'organisation',
  status: 200,
  tool: {
    guidance: 'Find the id with list_organisations. Example: {"id": "...", "domain": "harbour.example"}',
  },
  input: OrganisationChanges.extend({ id: RecordId }),
  output: recordOf(Organisation),
  etag: OrganisationTag,
  current: getOrganisation,
  problems: problemsOf,
  run: (context, { id, ...changes }) =>
    writeUnique(
      context.store,
      async (tx) => {
        const current = existing(await store.findOrganisation(tx, context.caller.workspace_id, id, 'change'))
        return { data: await changeOrganisation(tx, context, current, changes) }
      },
      conflictErrors,
    ),
})

export const putOrganisation = operation({
  name: 'put_organisation',
  summary: 'Create or update the organisation with an external id',
  description:
    'For programs that know organisations by ids of their own. The request can be repeated: it answers 201 if it created the organisation, and 200 if it updated it.',
  access: 'organisations:write',
  does: ['replaces'],
  unaudited: 'event',
  route: 'PUT /organisations/by_external_id/:external_id',
  body: 'organisation',
  status: 200,
  creates: true,
  input: OrganisationChanges.extend({
    external_id: requiredText().meta({
      reference: 'The id of the organisation in a system of yours. If no organisation has it, one is created.',
    }),
  }),
  output: putOf(Organisation),
  etag: OrganisationTag,
  run: (context, given) =>
    writeUnique(
      context.store,
      async (tx) => {
        const { workspace_id } = context.caller
        // Of two concurrent creations, the second waits here and finds the record.
        await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} organisation ${given.external_id}`)
        const found = await store.findOrganisationByExternalId(tx, workspace_id, given.external_id)
        const current = found && (await store.findOrganisation(tx, workspace_id, found.id, 'change'))
        if (current) return { data: await changeOrganisation(tx, context, current, given), created: false }
        const { metadata_merge: metadata = given.metadata, ...fields } = given
        const complete = parseInput(OrganisationFields, { ...fields, metadata })
        return { data: await makeOrganisation(tx, context, complete), created: true }
      },
      conflictErrors,
    ),
})

export const deleteOrganisation = operation({
  name: 'delete_organisation',
  summary: 'Permanently delete an organisation',
  description: 'Its contacts are kept, without an organisation.',
  access: 'organisations:write',
  does: ['deletes'],
  audit: ['organisation.deleted'],
  route: 'DELETE /organisations/:id',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  current: getOrganisation,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const organisation = existing(await store.findOrganisation(tx, workspace_id, id, 'change'))
      await removeOrganisation(tx, context, organisation)
      const details = { name: organisation.name }
      await recordAudit(tx, context, { action: 'organisation.deleted', subject_id: id, details })
    }),
})
