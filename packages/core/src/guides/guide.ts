import { z } from 'zod'
import { Id, OutputId, requiredText, Timestamp, text } from '../fields/fields.ts'
import { GUIDE_STATUSES, STEP_TYPES } from './contract.ts'
import { DueRule, OpensRule, ShownDueRule, ShownOpensRule } from './dates/due-rules.ts'
import { ANYONE, TEAM } from './responsible.ts'
import { Role, RolesFields } from './roles.ts'
import { DraftContent, StepContent } from './step-content.ts'

/** Maximum number of sections in a guide, and of steps in a section. */
export const MAX_SECTIONS = 100
export const MAX_STEPS = 200

/** Drafts are sent back as they were read, with positions. */
const Position = z.int().min(0).optional().describe('Ignored: the order of the list counts')

export const StepFields = z.strictObject({
  id: Id.optional().describe('Keep it when a step changes, so that completed steps stay completed'),
  title: text(),
  position: Position,
  type: z.enum(STEP_TYPES).default('simple_content'),
  content: DraftContent.default({}),
  estimated_minutes: z.int().min(1).max(480).nullish().describe('Estimated duration, shown to the contact'),
  required: z.boolean().default(true).describe('Progress counts required steps, or all steps if none is required'),
  responsible: z
    .union([z.enum([ANYONE, TEAM]), Id])
    .optional()
    .describe('`anyone` (the default), `team`, or the ID of a role of the guide'),
  internal: z.boolean().optional().describe('Whether contacts never see the step; only with `responsible: "team"`'),
  assignee_id: Id.nullish().describe('The member who does a step of the team; null: the assignee of the enrollment'),
  due: DueRule.nullish().describe('When the step is due; null: at no date'),
  needs_review: z
    .boolean()
    .optional()
    .describe('For form and file_upload: whether the step is only done when a member has accepted what was sent'),
  reviewer_id: Id.nullish().describe('The member who reviews; null: the assignee of the enrollment'),
})

/** A section of a draft, which may be incomplete: `publication.ts` has the rules of publishing. */
export const SectionFields = z.strictObject({
  id: Id.optional(),
  title: text(),
  position: Position,
  description: text(5000).default(''),
  opens: OpensRule.optional().describe(
    'When its steps can be opened: `at_once` (the default), `after_previous` (when all counted steps of the sections before are done), `by_team` (when a member opens it), or on a date',
  ),
  waiting_message: text(500).optional().describe('What contacts read while it is closed'),
  steps: z.array(StepFields).max(MAX_STEPS),
})

function reminderDays(description: string) {
  return z.int().min(1).max(365).nullish().describe(description)
}

export const GuideFields = z.strictObject({
  title: requiredText(),
  description: text(5000).optional(),
  expires_after_days: z
    .int()
    .min(1)
    .max(3650)
    .nullish()
    .describe('Enrollments expire this many days after creation; null: never'),
  not_started_after_days: reminderDays('Days after which contacts who have not started are reminded; null: never'),
  stalled_after_days: reminderDays('Days of inactivity after which contacts are reminded; null: never'),
  expiring_before_days: reminderDays(
    'Days before the expiry of the enrollment on which contacts are reminded; null: never',
  ),
  default_assignee_id: Id.nullish().describe('The member assigned to new enrollments; null: the member who enrolls'),
  completion_message: text(5000).optional().describe('Text at the end of the guide, Markdown without raw HTML'),
  asks_effort: z
    .boolean()
    .optional()
    .describe('Whether the contact is asked for a customer effort score at the end; true by default'),
  roles: RolesFields.optional().describe('Roles of participants; replaced as a whole'),
  participants_may_invite: z
    .boolean()
    .optional()
    .describe('Whether participants may invite colleagues; true by default'),
  target_after_days: z
    .int()
    .min(1)
    .max(3650)
    .nullish()
    .describe('Working days from the enrollment to its target date; null: enrollments have none by default'),
  target_label: text(50).optional().describe('What contacts read for the target date, such as "Go-live"'),
  sections: z.array(SectionFields).max(MAX_SECTIONS).optional(),
})

/** A validated section of the input. */
export type WrittenSection = z.output<typeof SectionFields>
/** A validated step of the input. */
export type WrittenStep = z.output<typeof StepFields>

export const GuideSummary = z
  .object({
    id: OutputId,
    title: z.string(),
    description: z.string(),
    status: z.enum(GUIDE_STATUSES),
    sections_count: z.int(),
    steps_count: z.int(),
    published_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'GuideSummary' })

/** The guide in events: with the field name that receivers of the hosted service know. */
export const GuideEventData = GuideSummary.extend({ name: z.string() }).meta({ id: 'GuideEventData' })

const Step = z
  .object({
    id: OutputId,
    title: z.string(),
    position: z.int(),
    type: z.enum(STEP_TYPES),
    content: StepContent,
    estimated_minutes: z.int().nullable(),
    required: z.boolean(),
    responsible: z.string().describe('`anyone`, `team`, or the ID of a role of the guide'),
    internal: z.boolean(),
    assignee_id: OutputId.nullable(),
    due: ShownDueRule.nullable(),
    needs_review: z.boolean(),
    reviewer_id: OutputId.nullable(),
  })
  .meta({ id: 'Step' })

export const Section = z
  .object({
    id: OutputId,
    title: z.string(),
    description: z.string(),
    position: z.int(),
    opens: ShownOpensRule,
    waiting_message: z.string(),
    steps: z.array(Step),
  })
  .meta({ id: 'Section' })

/** What a version says beside its title, description and sections. */
export const VersionSettings = {
  completion_message: z.string(),
  asks_effort: z.boolean(),
  roles: z.array(Role),
  participants_may_invite: z.boolean(),
  target_after_days: z.int().nullable(),
  target_label: z.string(),
}

export const Guide = GuideSummary.extend({
  ...VersionSettings,
  sections: z.array(Section),
}).meta({ id: 'Guide' })

const DraftStep = Step.extend({ content: DraftContent }).meta({ id: 'DraftStep' })

/** A section of a draft, which may be incomplete. */
export const DraftSection = Section.extend({ steps: z.array(DraftStep) }).meta({ id: 'DraftSection' })

/** A guide with its draft, for editors. */
export const GuideDraft = Guide.extend({
  sections: z.array(DraftSection),
  expires_after_days: z.int().nullable(),
  not_started_after_days: z.int().nullable(),
  stalled_after_days: z.int().nullable(),
  expiring_before_days: z.int().nullable(),
  default_assignee_id: OutputId.nullable(),
  has_changes: z.boolean().describe('Whether the draft differs from the published version'),
  version_number: z.int().nullable().describe('Number of the published version; null before the first one'),
  written_at: Timestamp.describe('When the contents were last changed'),
}).meta({ id: 'GuideDraft' })

/** A change of a draft by a program that no person has looked at. */
export const UnseenChange = z
  .object({
    at: Timestamp,
    by: z.string().describe('Name of the person for whom an application acted, or of the key'),
    application: z.string().nullable().describe('Null for a key'),
  })
  .meta({ id: 'UnseenChange' })

/** A guide in a list of those who write it. */
export const ListedGuide = GuideSummary.extend({
  has_changes: z.boolean().describe('Whether the draft differs from the published version'),
  invited: z.int().min(0),
  in_progress: z.int().min(0),
  completed: z.int().min(0),
  expired: z.int().min(0),
  changed_at: Timestamp.describe('When the draft was last changed, or the guide published'),
  changed_by: z.string().nullable().describe('Name of the person who did that, at that time; null if unknown'),
  changed_with: z.string().nullable().describe('Name of the application through which that person did it'),
  unseen_change: UnseenChange.nullable().describe('The last change by a program, until a person has looked at it'),
}).meta({ id: 'ListedGuide' })
