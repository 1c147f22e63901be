import { z } from 'zod'
import { OutputDate, OutputId } from '../../fields/fields.ts'
import { HEALTH_REASONS } from '../contract.ts'

const step_id = z.string()
const due_on = z.string()
const target_date = z.string()
const participant_id = z.string().nullable()

/**
 * Why an enrollment is late or at risk; the surfaces make the sentence. It has dates, not numbers of days, which would change
 * every day without anything having happened.
 */
export const HealthReason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('step_late'), step_id, due_on }),
  z.object({ code: z.literal('target_passed'), target_date }),
  z.object({ code: z.literal('stuck'), step_id: step_id.nullable(), participant_id }),
  z.object({ code: z.literal('forecast_after_target'), target_date }),
  z.object({ code: z.literal('due_soon'), step_id, due_on, participant_id }),
  z.object({ code: z.literal('stalled') }),
])

export type HealthReason = z.infer<typeof HealthReason>

/** A reason in answers: each field is there, null where the code has none, with a sentence in English. */
export const ShownReason = z
  .object({
    code: z.enum(HEALTH_REASONS).meta({ reference: 'The reason, for programs.' }),
    message: z.string().describe('A sentence in English').meta({ reference: 'The reason as a sentence in English.' }),
    step_id: OutputId.nullable().meta({
      reference:
        'The step that is late, due soon, or at which somebody is stuck; `null` where no single step is the reason.',
    }),
    step_title: z.string().nullable().meta({ reference: 'Title of that step; `null` without one.' }),
    due_on: OutputDate.nullable()
      .describe('Of the step')
      .meta({ reference: 'The date of that step, where the reason is that date.' }),
    target_date: OutputDate.nullable().meta({
      reference: 'The target that has passed, or that the forecast misses; `null` for other reasons.',
    }),
    participant_id: OutputId.nullable()
      .describe('Who is stuck, or has not been active; null for the primary contact')
      .meta({
        reference: 'The participant who is stuck or inactive; `null` for the primary contact, and where nobody is.',
      }),
  })
  .meta({
    id: 'HealthReason',
    reference: 'Why an enrollment is late or at risk. Fields that do not belong to the reason are `null`.',
  })

export type ShownReason = z.infer<typeof ShownReason>

/** What people did, as far as health goes, beside the dates. */
export interface HealthSignals {
  /** Who said "I'm stuck", at which step (null: at none), oldest first, without those that a member cleared. */
  stuck: readonly { step_id: string | null; participant_id: string | null }[]
  /** By id of an open step whose responsible person has not been active since it opened: that participant; null for a member. */
  inactive: ReadonlyMap<string, string | null>
  /** When the enrollment counts as stalled unless somebody does something, in ISO 8601; null: never. */
  stalls_at: string | null
}

/** A time, with its day in the time zone of the workspace (`dayIn`). */
export interface Moment {
  now: string
  today: string
  time_zone: string
}
