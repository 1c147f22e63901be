import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { MAX_IDS } from '../../contract/limits.ts'
import { Id, OutputId } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Reader } from '../../storage/database.ts'
import { withNames } from '../names/names.ts'
import { stepFactsOf } from '../plan/step-facts.ts'
import { NextStep } from './next-step.ts'
import { nextStepsOf } from './next-steps.ts'

export const listNextSteps = operation({
  name: 'list_next_steps',
  summary: 'List the next step of each of some enrollments, and who has it',
  access: 'enrollments:read',
  status: 200,
  input: z.strictObject({ enrollment_ids: z.array(Id).max(MAX_IDS) }),
  output: z.object({ data: z.array(z.object({ enrollment_id: OutputId, next_step: NextStep })) }),
  run: ({ caller: { workspace_id }, now, store: { read } }, { enrollment_ids }) =>
    read(async (reader) => {
      const rows = await rowsOf(reader, workspace_id, enrollment_ids)
      const listed = await withNames(reader, { workspace_id, listed: rows, now: now() })
      const facts = await stepFactsOf(reader, workspace_id, rows)
      const steps = await nextStepsOf(reader, { workspace_id, listed, now: now(), facts })
      return { data: [...steps].map(([enrollment_id, next_step]) => ({ enrollment_id, next_step })) }
    }),
})

async function rowsOf({ db, tables: { enrollments: t } }: Reader, workspace_id: string, ids: string[]) {
  if (ids.length === 0) return []
  const { id, contact_id, guide_id, guide_version_id, assignee_id, has_plan, status } = t
  const { last_activity_at, participants_count } = t
  return db
    .select({
      id,
      contact_id,
      guide_id,
      guide_version_id,
      assignee_id,
      has_plan,
      status,
      last_activity_at,
      participants_count,
    })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(id, ids)))
}
