import { z } from 'zod'
import { personIn } from '../../enrollments/participants/person.ts'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Id, recordOf, text } from '../../fields/fields.ts'
import { MAX_ANSWER } from '../../guides/form-field.ts'
import { operation } from '../../operation/operation.ts'
import { draftOf, itemsOf, storeDraft } from '../draft-store.ts'
import { fieldsOf } from '../form.ts'
import { ownStepOf } from '../own-step.ts'
import { noteActivity, placeOf, startVisit } from '../visit.ts'

const access = 'enrollment:follow'

export const tickItem = operation({
  name: 'tick_item',
  summary: 'Check or uncheck an item of a checklist',
  access,
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({
    step_id: Id,
    item: z.int().min(0).describe('Index of the item, from 0'),
    item_text: z
      .string()
      .max(1000)
      .optional()
      .describe('Its text: if the guide has changed since, the item is found by its text'),
    ticked: z.boolean(),
  }),
  output: recordOf(z.object({ ticks: z.array(z.int()), items: z.int() })),
  run: (context, { step_id, item: index, item_text, ticked }) =>
    context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const texts = itemsOf(await ownStepOf(tx, follow, step_id))
      const items = texts.length
      const item = item_text === undefined || texts[index] === item_text ? index : texts.indexOf(item_text)
      if (item < 0 || item >= items) throw validationError({ item: fieldError('does_not_exist') })
      const key = placeOf(follow.enrollment, step_id)
      const { ticks: before = [] } = await draftOf(tx, key)
      const others = before.filter((one) => one !== item)
      const ticks = (ticked ? [...others, item] : others).sort((a, b) => a - b)
      await storeDraft(tx, key, { ticks })
      await noteActivity(tx, follow.enrollment)
      return { data: { ticks, items } }
    }),
})

const Typed = z.union([text(MAX_ANSWER), z.boolean(), z.array(text(MAX_ANSWER)).max(100)])

export const saveDraft = operation({
  name: 'save_draft',
  summary: 'Save the draft of a form',
  description: 'Values are stored as typed, without validation. Omitted fields stay unchanged.',
  access,
  unaudited: 'activity',
  status: 204,
  input: z.strictObject({ step_id: Id, answers: z.record(z.string(), Typed) }),
  output: z.void(),
  run: (context, { step_id, answers }) =>
    context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const names = new Set(fieldsOf(await ownStepOf(tx, follow, step_id)).map(({ name }) => name))
      const unknown = Object.keys(answers).filter((name) => !names.has(name))
      if (unknown.length > 0)
        throw validationError(Object.fromEntries(unknown.map((name) => [name, fieldError('unknown_field')])))
      const key = placeOf(follow.enrollment, step_id)
      const person = personIn(context.caller)
      const { answers: before } = await draftOf(tx, key, person)
      await storeDraft(tx, key, { answers: { ...before, ...answers } }, person)
      await noteActivity(tx, follow.enrollment)
    }),
})
