import { z } from 'zod'
import { CreatedAt, Id, OutputId, OwnId, requiredText, Timestamp, text, UpdatedAt } from '../fields/fields.ts'
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
  id: Id.optional().describe('Keep it when a step changes, so that completed steps stay completed').meta({
    reference: 'Keep it when a step changes, so that what has been done in it stays done; omitted, the step is new.',
  }),
  title: text().meta({ reference: 'Title of the step.' }),
  position: Position,
  type: z
    .enum(STEP_TYPES)
    .default('simple_content')
    .meta({ reference: 'What there is to do. It decides which fields of `content` matter.' }),
  content: DraftContent.default({}).meta({ reference: 'What the contact sees and fills in, by the type of the step.' }),
  estimated_minutes: z
    .int()
    .min(1)
    .max(480)
    .nullish()
    .describe('Estimated duration, shown to the contact')
    .meta({ reference: 'How long the step takes, as shown to the contact; `null` to say nothing.' }),
  required: z
    .boolean()
    .default(true)
    .describe('Progress counts required steps, or all steps if none is required')
    .meta({ reference: 'Whether progress counts the step. If no step of the guide is required, all count.' }),
  responsible: z
    .union([z.enum([ANYONE, TEAM]), Id])
    .optional()
    .describe('`anyone` (the default), `team`, or the ID of a role of the guide')
    .meta({
      reference: 'Who does the step: `anyone` (the default), the `team`, or the role of the guide with this id.',
    }),
  internal: z.boolean().optional().describe('Whether contacts never see the step; only with `responsible: "team"`'),
  assignee_id: Id.nullish()
    .describe('The member who does a step of the team; null: the assignee of the enrollment')
    .meta({ reference: 'The member who does a step of the team; `null` for the assignee of the enrollment.' }),
  due: DueRule.nullish()
    .describe('When the step is due; null: at no date')
    .meta({ reference: 'Rule from which the date of the step follows; `null` for a step without a date.' }),
  needs_review: z
    .boolean()
    .optional()
    .describe('For form and file_upload: whether the step is only done when a member has accepted what was sent')
    .meta({ reference: 'Whether a form or an upload is only done when a member has accepted what was sent.' }),
  reviewer_id: Id.nullish()
    .describe('The member who reviews; null: the assignee of the enrollment')
    .meta({ reference: 'The member who reviews; `null` for the assignee of the enrollment.' }),
})

/** A section of a draft, which may be incomplete: `publication.ts` has the rules of publishing. */
export const SectionFields = z.strictObject({
  id: Id.optional().meta({
    reference:
      'Keep it when a section changes, so that its opening and progress are kept; omitted, the section is new.',
  }),
  title: text().meta({ reference: 'Title of the section.' }),
  position: Position,
  description: text(5000)
    .default('')
    .meta({ reference: 'Introduction that contacts read above the steps, as Markdown.' }),
  opens: OpensRule.optional()
    .describe(
      'When its steps can be opened: `at_once` (the default), `after_previous` (when all counted steps of the sections before are done), `by_team` (when a member opens it), or on a date',
    )
    .meta({
      reference:
        'When its steps can be opened: `at_once` (the default), `after_previous` (all counted steps of the sections before are done), `by_team` (a member opens it), or on a date.',
    }),
  waiting_message: text(500)
    .optional()
    .describe('What contacts read while it is closed')
    .meta({ reference: 'What contacts read while the section is closed; an empty string for the standard sentence.' }),
  steps: z.array(StepFields).max(MAX_STEPS).meta({ reference: 'Steps of the section in their order.' }),
})

function reminderDays(description: string) {
  return z.int().min(1).max(365).nullish().describe(description)
}

export const GuideFields = z.strictObject({
  title: requiredText().meta({ reference: 'Title that contacts read.' }),
  description: text(5000).optional().meta({ reference: 'Introduction on the first page of the guide, as Markdown.' }),
  expires_after_days: z
    .int()
    .min(1)
    .max(3650)
    .nullish()
    .describe('Enrollments expire this many days after creation; null: never')
    .meta({ reference: 'Days from the creation of an enrollment to its expiry; `null` for never.' }),
  not_started_after_days: reminderDays('Days after which contacts who have not started are reminded; null: never'),
  stalled_after_days: reminderDays('Days of inactivity after which contacts are reminded; null: never'),
  expiring_before_days: reminderDays(
    'Days before the expiry of the enrollment on which contacts are reminded; null: never',
  ),
  default_assignee_id: Id.nullish()
    .describe('The member assigned to new enrollments; null: the member who enrolls')
    .meta({ reference: 'The member assigned to new enrollments; `null` for the member who enrolls.' }),
  completion_message: text(5000)
    .optional()
    .describe('Text at the end of the guide, Markdown without raw HTML')
    .meta({ reference: 'Text at the end of the guide, as Markdown without HTML.' }),
  asks_effort: z
    .boolean()
    .optional()
    .describe('Whether the contact is asked for a customer effort score at the end; true by default')
    .meta({ reference: 'Whether the contact is asked for a customer effort score at the end. `true` by default.' }),
  roles: RolesFields.optional()
    .describe('Roles of participants; replaced as a whole')
    .meta({ reference: 'Roles of participants. The list replaces the stored one as a whole.' }),
  participants_may_invite: z
    .boolean()
    .optional()
    .describe('Whether participants may invite colleagues; true by default')
    .meta({ reference: 'Whether participants may invite colleagues themselves. `true` by default.' }),
  target_after_days: z
    .int()
    .min(1)
    .max(3650)
    .nullish()
    .describe('Working days from the enrollment to its target date; null: enrollments have none by default')
    .meta({ reference: 'Working days from the enrollment to its target; `null` for no target unless one is given.' }),
  target_label: text(50)
    .optional()
    .describe('What contacts read for the target date, such as "Go-live"')
    .meta({ reference: 'What contacts read for the target, such as "Go-live".' }),
  sections: z
    .array(SectionFields)
    .max(MAX_SECTIONS)
    .optional()
    .meta({ reference: 'Sections in their order, with their steps.' }),
})

/** A validated section of the input. */
export type WrittenSection = z.output<typeof SectionFields>
/** A validated step of the input. */
export type WrittenStep = z.output<typeof StepFields>

export const GuideSummary = z
  .object({
    id: OwnId,
    title: z.string().meta({ reference: 'Title that contacts read.' }),
    description: z.string().meta({ reference: 'Introduction on the first page of the guide, as Markdown.' }),
    status: z.enum(GUIDE_STATUSES).meta({
      reference:
        '`draft` before it is published for the first time, then `published`, or `archived` when it takes no new enrollments.',
    }),
    sections_count: z.int().meta({ reference: 'Number of sections in the guide.' }),
    steps_count: z.int().meta({ reference: 'Number of steps in all sections.' }),
    published_at: Timestamp.nullable().meta({
      reference: 'When the current version was published; `null` before the first one.',
    }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'GuideSummary', reference: 'A guide without its sections.' })

/** The guide in events: with the field name that receivers of the hosted service know. */
export const GuideEventData = GuideSummary.extend({
  name: z.string().meta({ reference: 'The same text as `title`.' }),
}).meta({ id: 'GuideEventData', reference: 'The guide at the time of the event, without its sections.' })

const Step = z
  .object({
    id: OutputId.meta({ reference: 'Id of the step. It stays the same from version to version.' }),
    title: z.string().meta({ reference: 'Title of the step.' }),
    position: z.int().meta({ reference: 'Place in the section, from 0.' }),
    type: z.enum(STEP_TYPES).meta({ reference: 'What there is to do. It decides which fields of `content` matter.' }),
    content: StepContent.meta({ reference: 'What the contact sees and fills in, by the type of the step.' }),
    estimated_minutes: z
      .int()
      .nullable()
      .meta({ reference: 'How long it takes, as shown to the contact; `null` if nothing is said.' }),
    required: z
      .boolean()
      .meta({ reference: 'Whether progress counts the step. If no step of the guide is required, all count.' }),
    responsible: z
      .string()
      .describe('`anyone`, `team`, or the ID of a role of the guide')
      .meta({ reference: 'Who does the step: `anyone`, the `team`, or the role of the guide with this id.' }),
    internal: z.boolean().meta({ reference: 'Whether it is a step of the team that contacts never see.' }),
    assignee_id: OutputId.nullable().meta({
      reference: 'The member who does a step of the team; `null` for the assignee of the enrollment.',
    }),
    due: ShownDueRule.nullable().meta({
      reference: 'Rule from which the date of the step follows; `null` for a step without a date.',
    }),
    needs_review: z
      .boolean()
      .meta({ reference: 'Whether a member has to accept what was sent before the step is done.' }),
    reviewer_id: OutputId.nullable().meta({
      reference: 'The member who reviews; `null` for the assignee of the enrollment.',
    }),
  })
  .meta({ id: 'Step', reference: 'A step of a published guide.' })

export const Section = z
  .object({
    id: OutputId.meta({ reference: 'Id of the section. It stays the same from version to version.' }),
    title: z.string().meta({ reference: 'Title of the section.' }),
    description: z.string().meta({ reference: 'Introduction that contacts read above the steps, as Markdown.' }),
    position: z.int().meta({ reference: 'Place in the guide, from 0.' }),
    opens: ShownOpensRule.meta({ reference: 'Rule for when its steps can be opened.' }),
    waiting_message: z.string().meta({
      reference: 'What contacts read while the section is closed; an empty string for the standard sentence.',
    }),
    steps: z.array(Step).meta({ reference: 'Steps of the section in their order.' }),
  })
  .meta({ id: 'Section', reference: 'A section of a published guide, with its steps.' })

/** What a version says beside its title, description and sections. */
export const VersionSettings = {
  completion_message: z.string().meta({ reference: 'Text at the end of the guide, as Markdown.' }),
  asks_effort: z.boolean().meta({ reference: 'Whether the contact is asked for a customer effort score at the end.' }),
  roles: z.array(Role).meta({ reference: 'Roles of participants, to which steps are given.' }),
  participants_may_invite: z.boolean().meta({ reference: 'Whether participants may invite colleagues themselves.' }),
  target_after_days: z
    .int()
    .nullable()
    .meta({ reference: 'Working days from the enrollment to its target; `null` for no target unless one is given.' }),
  target_label: z.string().meta({
    reference: 'What contacts read for the target, such as "Go-live"; an empty string for the standard words.',
  }),
}

export const Guide = GuideSummary.extend({
  ...VersionSettings,
  sections: z.array(Section).meta({ reference: 'Sections in their order, with their steps.' }),
}).meta({ id: 'Guide', reference: 'A published guide with its sections and steps.' })

const DraftStep = Step.extend({
  content: DraftContent.meta({
    reference: 'What the contact will see and fill in, by the type of the step. It may be incomplete.',
  }),
}).meta({ id: 'DraftStep', reference: 'A step of a draft.' })

/** A section of a draft, which may be incomplete. */
export const DraftSection = Section.extend({
  steps: z.array(DraftStep).meta({ reference: 'Steps of the section in their order.' }),
}).meta({ id: 'DraftSection', reference: 'A section of a draft, with its steps.' })

/** A guide with its draft, for editors. */
export const GuideDraft = Guide.extend({
  sections: z.array(DraftSection).meta({ reference: 'Sections in their order, with their steps.' }),
  expires_after_days: z
    .int()
    .nullable()
    .meta({ reference: 'Days from the creation of an enrollment to its expiry; `null` for never.' }),
  not_started_after_days: z
    .int()
    .nullable()
    .meta({ reference: 'Days after which contacts who have not started are reminded; `null` for never.' }),
  stalled_after_days: z
    .int()
    .nullable()
    .meta({ reference: 'Days without activity after which contacts are reminded; `null` for never.' }),
  expiring_before_days: z
    .int()
    .nullable()
    .meta({ reference: 'Days before the expiry of an enrollment on which contacts are reminded; `null` for never.' }),
  default_assignee_id: OutputId.nullable().meta({
    reference: 'The member assigned to new enrollments; `null` for the member who enrolls.',
  }),
  has_changes: z.boolean().describe('Whether the draft differs from the published version'),
  version_number: z.int().nullable().describe('Number of the published version; null before the first one'),
  written_at: Timestamp.describe('When the contents were last changed'),
}).meta({ id: 'GuideDraft', reference: 'The draft of a guide, with its settings.' })
