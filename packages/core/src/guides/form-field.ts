import { z } from 'zod'
import { requiredText, text } from '../fields/fields.ts'
import { FIELD_KINDS } from './contract.ts'

/** The longest answer that is words. */
export const MAX_ANSWER = 10_000

const Day = z.iso.date({ error: 'is not a date such as 2026-11-20' })

// No object can have an own property of that name by assignment.
const isFieldName = (name: string) => name !== '__proto__'
const NO_FIELD_NAME = 'is not a valid field name'

/** A field of a form step in a draft: texts may be empty, and limits may contradict each other. */
const DraftField = z.strictObject({
  name: text(100)
    .refine(isFieldName, NO_FIELD_NAME)
    .meta({ reference: 'Key of the answer in `answers`; unique in the form.' }),
  label: text().meta({ reference: 'Question that the contact reads.' }),
  kind: z.enum(FIELD_KINDS).meta({ reference: 'What kind of answer the field takes.' }),
  required: z.boolean().default(false).describe('For checkbox and consent: whether it must be checked').meta({
    reference: 'Whether the form cannot be sent without an answer; of a checkbox or a consent, without a tick.',
  }),
  help: text(1000)
    .optional()
    .describe('Help text beside the field: one paragraph of Markdown')
    .meta({ reference: 'Help beside the field: one paragraph of Markdown.' }),
  options: z
    .array(text())
    .max(100)
    .optional()
    .describe('For choice and multiple_choice')
    .meta({ reference: 'The answers to choose from, for `choice` and `multiple_choice`.' }),
  min: z
    .number()
    .optional()
    .describe('For number: the minimum. For multiple_choice: the minimum number of choices')
    .meta({ reference: 'Least number, for `number`; least number of choices, for `multiple_choice`.' }),
  max: z
    .number()
    .optional()
    .describe('For number: the maximum. For multiple_choice: the maximum number of choices')
    .meta({ reference: 'Greatest number, for `number`; greatest number of choices, for `multiple_choice`.' }),
  max_length: z
    .int()
    .min(1)
    .max(MAX_ANSWER)
    .optional()
    .describe('For text answers')
    .meta({ reference: 'Greatest number of characters, for answers that are text.' }),
  earliest: Day.optional().describe('For date').meta({ reference: 'First date allowed, for `date`.' }),
  latest: Day.optional().describe('For date').meta({ reference: 'Last date allowed, for `date`.' }),
})

const FormField = DraftField.extend({
  name: requiredText(100)
    .refine(isFieldName, NO_FIELD_NAME)
    .meta({ reference: 'Key of the answer in `answers`; unique in the form.' }),
  label: requiredText().meta({ reference: 'Question that the contact reads.' }),
  options: z
    .array(requiredText())
    .max(100)
    .optional()
    .describe('For choice and multiple_choice')
    .meta({ reference: 'The answers to choose from, for `choice` and `multiple_choice`.' }),
}).superRefine((field, context) => {
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
  const { kind, options = [], min, max, earliest, latest } = field
  const chooses = kind === 'choice' || kind === 'multiple_choice'
  if (chooses && options.length === 0) refuse('options', `can't be empty in a field of kind ${kind}`)
  if (new Set(options).size < options.length) refuse('options', 'contains an option twice')
  if (min !== undefined && max !== undefined && min > max) refuse('min', 'is greater than max')
  if (earliest !== undefined && latest !== undefined && earliest > latest) refuse('earliest', 'is after latest')
})

/** A field of a form step, as stored in a published guide. */
export type FormField = z.output<typeof FormField>

export const DraftFields = z.array(DraftField).max(100)

export const FormFields = z
  .array(FormField)
  .max(100)
  .superRefine((fields, context) => {
    for (const [index, { name }] of fields.entries())
      if (fields.findIndex((other) => other.name === name) < index)
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is the name of another field' })
  })
