import { z } from 'zod'
import { Progress } from '../enrollments/enrollment.ts'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { SentFile } from '../files/file.ts'
import { Section } from '../guides/guide.ts'
import { ENROLLMENT_STATUSES } from '../storage/tables/enrollments.ts'

/** What a contact sees of the guide that it follows: no token, nothing of the workspace. */
export const PlayerView = z
  .object({
    status: z.enum(ENROLLMENT_STATUSES),
    first_name: z.string(),
    expires_at: Timestamp.nullable(),
    guide: z.object({ title: z.string(), description: z.string(), sections: z.array(Section) }),
    progress: Progress,
    completed_step_ids: z.array(OutputId),
    /** Submitted answers by step. */
    answers: z.record(z.string(), z.record(z.string(), z.unknown())),
    files: z.array(SentFile),
    ces_score: z.int().nullable(),
  })
  .meta({ id: 'PlayerView' })
