import { z } from 'zod'
import { MAX_IDS } from '../../contract/limits.ts'
import { AppError } from '../../errors.ts'
import { Id } from '../../fields/fields.ts'
import { invoke } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { deleteOrganisation } from './change.ts'

export const deleteOrganisations = operation({
  name: 'delete_organisations',
  summary: `Permanently delete up to ${MAX_IDS} organisations`,
  description:
    'Each is deleted by itself, with its events; their contacts are kept. Those that are gone already are omitted.',
  access: 'organisations:write',
  does: ['deletes'],
  audit: ['organisation.deleted', 'organisation.many_deleted'],
  status: 200,
  input: z.strictObject({ ids: z.array(Id).min(1).max(MAX_IDS) }),
  output: z.object({ data: z.object({ ids: z.array(Id) }) }),
  async run(context, { ids }) {
    const deleted: string[] = []
    for (const id of new Set(ids)) {
      try {
        await invoke(deleteOrganisation, context, { id })
        deleted.push(id)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error
      }
    }
    return { data: { ids: deleted } }
  },
})
