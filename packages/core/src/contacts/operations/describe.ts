import { z } from 'zod'
import { MAX_IDS } from '../../contract/limits.ts'
import { Id, OutputId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { organisationsOf } from '../organisation-names/organisation-names.ts'

export const describeContacts = operation({
  name: 'describe_contacts',
  summary: 'Names of the organisations of these contacts',
  access: 'organisations:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ ids: z.array(Id).max(MAX_IDS) }),
  output: z.object({ data: z.array(z.object({ id: OutputId, organisation_name: z.string() })) }),
  run: ({ caller: { workspace_id }, store: { read } }, { ids }) =>
    read(async (reader) => ({ data: await organisationsOf(reader, workspace_id, ids) })),
})
