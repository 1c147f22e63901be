import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { MAX_IDS } from '../../contract/limits.ts'
import { Id, OutputId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { organisationNames } from '../../organisations/store.ts'
import { memberNames } from '../../people/members/assignee.ts'
import type { Reader } from '../../storage/database.ts'
import { currentSteps } from '../steps/current-steps.ts'

const Description = z.object({
  id: OutputId,
  organisation_name: z.string().nullable(),
  assignee_name: z.string().nullable(),
  current_step_title: z.string().nullable().describe('The next step of either side'),
  ces_score: z.int().nullable().describe('1 (very difficult) to 7 (very easy)'),
  unread_messages_count: z.int(),
})

interface DescribeQuery {
  workspace_id: string
  ids: string[]
}

export const describeEnrollments = operation({
  name: 'describe_enrollments',
  summary: 'Names of the contacts and guides of enrollments, with their current steps and feedback',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ ids: z.array(Id).max(MAX_IDS) }),
  output: z.object({ data: z.array(Description) }),
  run: ({ caller: { workspace_id }, now, store: { read } }, { ids }) =>
    read(async (reader) => {
      const rows = await enrollmentsOf(reader, { workspace_id, ids })
      const idsIn = (some: (string | null)[]) => [...new Set(some)].filter((id) => id !== null)
      const organisations = await organisationNames(
        reader,
        workspace_id,
        idsIn(rows.map(({ organisation_id }) => organisation_id)),
      )
      const members = await memberNames(reader, workspace_id, idsIn(rows.map(({ assignee_id }) => assignee_id)))
      const nameOf = new Map([...organisations, ...members].map(({ id, name }) => [id, name]))
      const open = rows.filter(({ status }) => status !== 'completed')
      const titleOf = await currentSteps(reader, workspace_id, open, now())
      const unread = await unreadCounts(reader, { workspace_id, ids })
      return {
        data: rows.map(({ id, organisation_id, assignee_id, ces_score }) => ({
          id,
          organisation_name: nameOf.get(organisation_id ?? '') ?? null,
          assignee_name: nameOf.get(assignee_id ?? '') ?? null,
          current_step_title: titleOf.get(id) ?? null,
          ces_score,
          unread_messages_count: unread.get(id) ?? 0,
        })),
      }
    }),
})

async function enrollmentsOf({ db, tables: { enrollments: t } }: Reader, { workspace_id, ids }: DescribeQuery) {
  const { id, organisation_id, assignee_id, guide_version_id, has_plan, status, ces_score } = t
  return db
    .select({ id, organisation_id, assignee_id, guide_version_id, has_plan, status, ces_score })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.id, ids)))
}

async function unreadCounts({ db, tables: { messages: t } }: Reader, { workspace_id, ids }: DescribeQuery) {
  const counted = await db
    .select({ enrollment_id: t.enrollment_id, unread: count() })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, ids), isNull(t.read_at)))
    .groupBy(t.enrollment_id)
  return new Map(counted.map(({ enrollment_id, unread }) => [enrollment_id, unread]))
}
