import { z } from 'zod'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { OutputEmail, OutputId, Paging, pageOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { openCursor, sealCursor } from '../../records/lists/cursor.ts'
import { countMembers, newestMembers } from './store.ts'

const LIST = 'members'

const TeamMember = z
  .object({
    id: OutputId.describe('As `assignee_id`, `reviewer_id` and `mentions` take it'),
    name: z.string(),
    email: OutputEmail,
    role: z.string().describe('viewer, editor, admin or owner'),
    created_at: Timestamp.describe('When the person joined the workspace'),
  })
  .meta({ id: 'TeamMember' })

export const listTeamMembers = operation({
  name: 'list_team_members',
  summary: 'List the members of the workspace, newest first',
  description: 'Whoever has left the workspace, and invitations that were not accepted, are not listed.',
  access: 'members:read',
  route: 'GET /members',
  status: 200,
  input: z.strictObject({ ...Paging }),
  output: pageOf(TeamMember),
  run: ({ caller: { workspace_id }, sealer, store: { read } }, { page, per_page, cursor }) =>
    read(async (reader) => {
      if (cursor !== undefined && page !== undefined)
        throw validationError({ cursor: fieldError('not_together', 'cannot be combined with page') })
      if (cursor === undefined) {
        const [number, total] = [page ?? 1, await countMembers(reader, workspace_id)]
        const data = await newestMembers(reader, workspace_id, { limit: per_page, offset: (number - 1) * per_page })
        return { data, meta: { page: number, per_page, total, total_pages: Math.ceil(total / per_page) } }
      }
      const after = cursor === '' ? undefined : openCursor(sealer, LIST, cursor)
      const found = await newestMembers(reader, workspace_id, { limit: per_page + 1, after })
      const data = found.slice(0, per_page)
      const last = found.length > per_page ? data.at(-1) : undefined
      return { data, meta: { per_page, next_cursor: last ? sealCursor(sealer, LIST, last) : null } }
    }),
})
