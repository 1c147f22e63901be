import { z } from 'zod'
import { Id, OutputId, requiredText, Timestamp, text } from '../fields/fields.ts'
import { MAX_FILE_BYTES } from '../files/upload/limits.ts'
import { GUIDE_STATUSES, STEP_TYPES } from './contract.ts'
import { FormFields } from './form-field.ts'

const MAX_CONTENT = 100_000
const WebAddress = z.url({ protocol: /^https?$/, error: 'is not a web address (http or https)' }).max(2048)

/** The content of a step, by its type. */
const StepContent = z
  .strictObject({
    markdown: text(MAX_CONTENT).describe('Text of the step, Markdown without raw HTML'),
    url: WebAddress.describe('For video, embed and link'),
    captions: z
      .strictObject({
        url: WebAddress,
        label: requiredText(100).optional().describe('Label of the captions, such as their language'),
      })
      .nullable()
      .describe('For the uploaded video of a video step: uploaded captions in WebVTT'),
    items: z
      .array(requiredText(1000))
      .max(100)
      .describe('For checklist; lines after the first one of an item explain it'),
    fields: FormFields.describe('For form'),
    accept: z.array(requiredText(100)).max(50).describe('For file_upload: media types or file extensions'),
    max_bytes: z
      .int()
      .min(1)
      .max(MAX_FILE_BYTES)
      .describe('For file_upload: maximum size of a file; 25 MiB by default'),
  })
  .partial()
  .meta({ id: 'StepContent' })

const NEEDS: Partial<Record<(typeof STEP_TYPES)[number], 'url' | 'items' | 'fields'>> = {
  video: 'url',
  embed: 'url',
  link: 'url',
  checklist: 'items',
  form: 'fields',
}

const StepFields = z
  .strictObject({
    id: Id.optional().describe('Keep it when a step changes, so that completed steps stay completed'),
    title: requiredText(),
    type: z.enum(STEP_TYPES).default('simple_content'),
    content: StepContent.default({}),
    estimated_minutes: z.int().min(1).max(480).nullish().describe('Estimated duration, shown to the contact'),
    required: z.boolean().default(true).describe('Progress counts required steps, or all steps if none is required'),
  })
  .superRefine(({ type, content }, context) => {
    const needed = NEEDS[type]
    if (needed && content[needed] === undefined)
      context.addIssue({
        code: 'custom',
        path: ['content', needed],
        message: `can't be blank in a step of type ${type}`,
      })
  })

const SectionFields = z.strictObject({
  id: Id.optional(),
  title: requiredText(),
  description: text(5000).default(''),
  steps: z.array(StepFields).max(200),
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
  sections: z.array(SectionFields).max(100).optional(),
})

/** A validated section of the input. */
export type WrittenSection = z.output<typeof SectionFields>

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
  })
  .meta({ id: 'Step' })

export const Section = z
  .object({ id: OutputId, title: z.string(), description: z.string(), position: z.int(), steps: z.array(Step) })
  .meta({ id: 'Section' })

export const Guide = GuideSummary.extend({
  completion_message: z.string(),
  asks_effort: z.boolean(),
  sections: z.array(Section),
}).meta({ id: 'Guide' })

/** A guide with its draft, for editors. */
export const GuideDraft = Guide.extend({
  expires_after_days: z.int().nullable(),
  not_started_after_days: z.int().nullable(),
  stalled_after_days: z.int().nullable(),
  expiring_before_days: z.int().nullable(),
  default_assignee_id: OutputId.nullable(),
  has_changes: z.boolean().describe('Whether the draft differs from the published version'),
  version_number: z.int().nullable().describe('Number of the published version; null before the first one'),
  written_at: Timestamp.describe('When the contents were last changed'),
}).meta({ id: 'GuideDraft' })

/** A guide in a list of those who write it. */
export const ListedGuide = GuideSummary.extend({
  has_changes: z.boolean().describe('Whether the draft differs from the published version'),
  invited: z.int().min(0),
  in_progress: z.int().min(0),
  completed: z.int().min(0),
  expired: z.int().min(0),
  changed_at: Timestamp.describe('When the draft was last changed, or the guide published'),
  changed_by: z.string().nullable().describe('Name of the person who did that, at that time; null if unknown'),
}).meta({ id: 'ListedGuide' })
