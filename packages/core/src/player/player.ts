import { z } from 'zod'
import { ENROLLMENT_STATUSES } from '../enrollments/contract.ts'
import { Progress } from '../enrollments/enrollment.ts'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { SentFile } from '../files/file.ts'
import { Section } from '../guides/guide.ts'

/** The draft of a step: the indexes of checked items, or the typed values of a form. */
const Draft = z
  .object({
    ticks: z.array(z.int()).optional(),
    answers: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])).optional(),
  })
  .meta({ id: 'Draft' })

/** The state of a contact in the guide. */
export const PlayerState = z
  .object({ status: z.enum(ENROLLMENT_STATUSES), progress: Progress, completed_step_ids: z.array(OutputId) })
  .meta({ id: 'Standing' })

/** The guide as shown to its contact, without the token. */
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
  /** Drafts by step. */
  drafts: z.record(z.string(), Draft),
  files: z.array(SentFile),
  /** Whether the contact is asked for a customer effort score at the end. */
  asks_effort: z.boolean(),
  ces_score: z.int().nullable(),
  ces_comment: z.string().nullable(),
}).meta({ id: 'PlayerView' })
