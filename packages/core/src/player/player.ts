import { z } from 'zod'
import { ENROLLMENT_STATUSES } from '../enrollments/contract.ts'
import { Progress } from '../enrollments/enrollment.ts'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { SentFile } from '../files/file.ts'
import { Section } from '../guides/guide.ts'

/** What a contact has begun in a step: the places of the items that are ticked, or what is typed into a form. */
const Draft = z
  .object({
    ticks: z.array(z.int()).optional(),
    answers: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])).optional(),
  })
  .meta({ id: 'Draft' })

/** Where a contact stands in the guide. */
export const PlayerState = z
  .object({ status: z.enum(ENROLLMENT_STATUSES), progress: Progress, completed_step_ids: z.array(OutputId) })
  .meta({ id: 'Standing' })

/** What a contact sees of the guide that it follows: no token. */
export const PlayerView = PlayerState.extend({
  first_name: z.string(),
  organisation_name: z.string().nullable(),
  completed_at: Timestamp.nullable(),
  guide: z.object({
    title: z.string(),
    description: z.string(),
    completion_message: z.string(),
    sections: z.array(Section),
  }),
  /** Submitted answers by step. */
  answers: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** By step. */
  drafts: z.record(z.string(), Draft),
  files: z.array(SentFile),
  /** Whether the end asks how easy it was. */
  asks_effort: z.boolean(),
  ces_score: z.int().nullable(),
  ces_comment: z.string().nullable(),
}).meta({ id: 'PlayerView' })
