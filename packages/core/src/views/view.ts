import { z } from 'zod'
import { OutputId, requiredText, Timestamp } from '../fields/fields.ts'
import { givenOf, shownOf, writable } from '../fields/record.ts'
import { MAX_SHARED_VIEWS, MAX_VIEW_NAME, VIEW_LISTS } from './contract.ts'

const Filters = z.record(z.string().max(50), z.union([z.string(), z.number(), z.boolean()]))

export const viewFields = {
  id: OutputId,
  list: z.enum(VIEW_LISTS),
  name: writable(requiredText(MAX_VIEW_NAME), z.string()),
  filters: writable(
    Filters.optional().describe('By the names of the parameters of the list. Example: {"status": "in_progress"}'),
    Filters,
    {},
  ),
  sort: writable(z.string().max(50).nullish().describe('As in the list'), z.string().nullable(), null),
  order: writable(z.enum(['asc', 'desc']).nullish(), z.enum(['asc', 'desc']).nullable(), null),
  is_shared: writable(
    z.boolean().optional().describe('Whether all members see it. Private views are those of one person'),
    z.boolean(),
    false,
  ),
  position: z.int().describe('Among the shared views of the list, or the private ones of the person; from 1'),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const View = shownOf(viewFields).meta({ id: 'View' })
export type View = z.infer<typeof View>

export const ViewFields = givenOf(viewFields).extend({ list: z.enum(VIEW_LISTS) })
export const ViewChanges = givenOf(viewFields)
  .partial()
  .extend({ position: z.int().min(1).max(MAX_SHARED_VIEWS).optional() })
