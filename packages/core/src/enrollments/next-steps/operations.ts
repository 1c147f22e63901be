import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { MAX_IDS } from '../../contract/limits.ts'
import { existing } from '../../errors.ts'
import { Id, OutputId, RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Reader } from '../../storage/database.ts'
import { withNames } from '../names/names.ts'
import { stepFactsOf } from '../plan/step-facts.ts'
import { NextStep, Person } from './next-step.ts'
import { heldUpOrNext, nextStepsOf } from './next-steps.ts'

export const listNextSteps = operation({
  name: 'list_next_steps',
  summary: 'List the next step of each of some enrollments, and who has it',
  access: 'enrollments:read',
  does: ['reads'],
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

export const getHeldUpStep = operation({
  name: 'get_held_up_step',
  summary: 'Get the step for which an enrollment waits, and whom to remind of it',
  description:
    'The step of the customer that is late for the longest time, otherwise the one that is due next, otherwise the first one. If what is to be done next is the team’s, it is that, and nobody is to be reminded.',
  access: 'enrollments:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(z.object({ step: NextStep.nullable(), people: z.array(Person) })),
  run: ({ caller: { workspace_id }, now, store: { read } }, { id }) =>
    read(async (reader) => {
      const rows = await rowsOf(reader, workspace_id, [id])
      existing(rows[0])
      const listed = await withNames(reader, { workspace_id, listed: rows, now: now() })
      const facts = await stepFactsOf(reader, workspace_id, rows)
      const steps = await nextStepsOf(reader, { workspace_id, listed, now: now(), facts, choose: heldUpOrNext })
      const step = steps.get(id)
      return { data: { step: step ?? null, people: step?.people ?? [] } }
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
