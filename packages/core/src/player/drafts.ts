import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { stepOf } from '../enrollments/finish-step.ts'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Id, recordOf, text } from '../fields/fields.ts'
import { MAX_ANSWER } from '../guides/form-field.ts'
import { operation } from '../operation/operation.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { StoredDraft } from '../storage/tables/enrollments.ts'
import type { StoredStep } from '../storage/tables/guides.ts'
import { followedByPerson, placeOf, touch } from './follow.ts'
import { fieldsOf } from './form.ts'

const access = 'enrollment:follow'

export const tickItem = operation({
  name: 'tick_item',
  summary: 'Tick an item of a checklist, or take the tick away',
  access,
  status: 200,
  input: z.strictObject({ step_id: Id, item: z.int().min(0).describe('Its place, from 0'), ticked: z.boolean() }),
  output: recordOf(z.object({ ticks: z.array(z.int()), items: z.int() })),
  run: (context, { step_id, item, ticked }) =>
    context.store.write(async (tx) => {
      const follow = await followedByPerson(tx, context)
      const { length: items } = itemsOf(stepOf(follow, step_id).step)
      if (item >= items) throw validationError({ item: fieldError('does_not_exist') })
      const place = placeOf(follow.enrollment, step_id)
      const { ticks: before = [] } = await draftOf(tx, place)
      const others = before.filter((one) => one !== item)
      const ticks = (ticked ? [...others, item] : others).sort((a, b) => a - b)
      await storeDraft(tx, place, { ticks })
      await touch(tx, follow.enrollment)
      return { data: { ticks, items } }
    }),
})

const Typed = z.union([text(MAX_ANSWER), z.boolean(), z.array(text(MAX_ANSWER)).max(100)])

export const saveDraft = operation({
  name: 'save_draft',
  summary: 'Keep what is typed into a form that is not sent yet',
  description: 'As it was typed, right or wrong. Fields that are not given stay as they are.',
  access,
  status: 204,
  input: z.strictObject({ step_id: Id, answers: z.record(z.string(), Typed) }),
  output: z.void(),
  run: (context, { step_id, answers }) =>
    context.store.write(async (tx) => {
      const follow = await followedByPerson(tx, context)
      const names = new Set(fieldsOf(stepOf(follow, step_id).step).map(({ name }) => name))
      const unknown = Object.keys(answers).filter((name) => !names.has(name))
      if (unknown.length > 0)
        throw validationError(Object.fromEntries(unknown.map((name) => [name, fieldError('unknown_field')])))
      const place = placeOf(follow.enrollment, step_id)
      const { answers: before } = await draftOf(tx, place)
      await storeDraft(tx, place, { answers: { ...before, ...answers } })
      await touch(tx, follow.enrollment)
    }),
})

/** The items of a checklist; another step has none. */
export function itemsOf({ type, content }: StoredStep): readonly string[] {
  // The content was checked when the guide was written.
  return type === 'checklist' ? ((content as { items?: string[] }).items ?? []) : []
}

type Place = ReturnType<typeof placeOf>

export async function draftOf(reader: Reader, place: Place): Promise<StoredDraft> {
  const { step_drafts: drafts } = reader.tables
  const rows = await reader.db.select({ content: drafts.content }).from(drafts).where(at(reader, place))
  return rows[0]?.content ?? {}
}

async function storeDraft(tx: Tx, place: Place, content: StoredDraft): Promise<void> {
  const { step_drafts: drafts } = tx.tables
  await tx.db
    .insert(drafts)
    .values({ ...place, content, created_at: tx.stamp, updated_at: tx.stamp })
    .onConflictDoUpdate({
      target: [drafts.workspace_id, drafts.enrollment_id, drafts.step_id],
      set: { content, updated_at: tx.stamp },
    })
}

export async function deleteDraft(tx: Tx, place: Place): Promise<void> {
  await tx.db.delete(tx.tables.step_drafts).where(at(tx, place))
}

function at({ tables: { step_drafts: drafts } }: Reader, { workspace_id, enrollment_id, step_id }: Place) {
  return and(
    eq(drafts.workspace_id, workspace_id),
    eq(drafts.enrollment_id, enrollment_id),
    eq(drafts.step_id, step_id),
  )
}
