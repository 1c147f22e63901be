import { z } from 'zod'
import { ENROLLMENT_STATUSES } from '../enrollments/contract.ts'
import { Progress } from '../enrollments/enrollment.ts'
import { OwnParticipant } from '../enrollments/participants/participant.ts'
import { OutputDate, OutputId, Timestamp } from '../fields/fields.ts'
import { NamedSentFile } from '../files/file.ts'
import { Section } from '../guides/guide.ts'
import { Role } from '../guides/roles.ts'
import { OwnApproval, OwnReview } from './agreements.ts'
import { OwnClosedSection } from './closed-sections.ts'
import { OwnPlannedStep } from './plan.ts'

/** The draft of a step: the indexes of checked items, or the typed values of a form. */
const Draft = z
  .object({
    ticks: z.array(z.int()).optional(),
    answers: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])).optional(),
  })
  .meta({ id: 'Draft' })

/** The state of a contact in the guide. */
export const PlayerState = z
  .object({
    status: z.enum(ENROLLMENT_STATUSES),
    progress: Progress,
    completed_step_ids: z.array(OutputId),
    submitted_step_ids: z.array(OutputId).describe('Steps that wait for a review of the team'),
  })
  .meta({ id: 'Standing' })

/** The state after a form was sent, with the answers that another person has changed since the page was shown. */
export const SubmittedState = PlayerState.extend({
  others: z
    .object({
      participant_id: OutputId.nullable().describe('Who sent the form last; null for the primary contact'),
      name: z.string().nullable(),
      fields: z.array(z.object({ name: z.string(), label: z.string(), kept: z.enum(['yours', 'theirs']) })),
    })
    .nullable(),
}).meta({ id: 'SubmittedState' })

/** A step or a role that was passed on; null is the primary contact. */
const PassedOn = z.object({
  participant_id: OutputId.nullable(),
  by_participant_id: OutputId.nullable(),
  can_take_back: z.boolean(),
})

/** The guide as shown to its contact, without the token. */
export const PlayerView = PlayerState.extend({
  first_name: z.string(),
  organisation_name: z.string().nullable(),
  completed_at: Timestamp.nullable(),
  guide: z.object({
    title: z.string(),
    description: z.string(),
    completion_message: z.string(),
    roles: z.array(Role),
    participants_may_invite: z.boolean(),
    target_label: z.string(),
    sections: z.array(Section),
  }),
  /** Submitted answers by step. */
  answers: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** Drafts by step. */
  drafts: z.record(z.string(), Draft),
  files: z.array(NamedSentFile),
  /** Who the reader is, of the persons below; null for the primary contact. */
  participant_id: OutputId.nullable(),
  /** The persons of the enrollment, the primary contact first; empty while one person follows a guide without roles. */
  participants: z.array(OwnParticipant),
  /** Steps that were passed on alone. */
  passed_steps: z.array(PassedOn.extend({ step_id: OutputId })),
  /** The day by which it is to be completed; `target_label` of the guide is its name. */
  target: z
    .object({ date: OutputDate, forecast_date: OutputDate.nullable().describe('Only where it is after the target') })
    .nullable(),
  /** What is planned for steps. */
  plan: z.array(OwnPlannedStep),
  /** The closed sections, whose steps are not in `guide`. */
  closed_sections: z.array(OwnClosedSection),
  /** What became of what was sent to be reviewed, the latest round of each step. */
  reviews: z.array(OwnReview),
  /** The latest decision at each step of type approval. */
  approvals: z.array(OwnApproval),
  /** Roles that were passed on. */
  passed_roles: z.array(PassedOn.extend({ role_id: OutputId })),
  /** Who invited the reader, if that is a person of the enrollment. */
  invited_by: z.string().nullable(),
  /** Who completed steps, and when; empty while one person follows a guide without roles and steps of the team. */
  completions: z.array(
    z.object({
      step_id: OutputId,
      by: z.enum(['primary', 'participant', 'team']),
      participant_id: OutputId.nullable(),
      participant_name: z.string().nullable(),
      completed_at: Timestamp,
    }),
  ),
  /** Of submitted forms by step: what `submit_form` accepts as `seen`, while there is a participant. */
  seen: z.record(z.string(), z.string()),
  /** Whether the contact is asked for a customer effort score at the end. */
  asks_effort: z.boolean(),
  ces_score: z.int().nullable(),
  ces_comment: z.string().nullable(),
}).meta({ id: 'PlayerView' })
