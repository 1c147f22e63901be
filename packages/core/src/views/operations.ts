import { z } from 'zod'
import type { Context } from '../context.ts'
import { AppError, existing, notFound, validationError, wrongState } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../fields/fields.ts'
import { createdFrom, mergedWith } from '../fields/record.ts'
import { newId } from '../ids.ts'
import { operation } from '../operation/operation.ts'
import { personOf } from '../people/members/assignee.ts'
import { isSame } from '../records/changes.ts'
import { listRecords } from '../records/lists/lists.ts'
import type { Tx } from '../storage/database.ts'
import { emitEvent } from '../webhooks/events/emit.ts'
import { MAX_PRIVATE_VIEWS, MAX_SHARED_VIEWS, RESTORABLE_MINUTES, VIEW_LISTS } from './contract.ts'
import { keptFilters } from './filters.ts'
import * as store from './store.ts'
import { View, ViewChanges, ViewFields, viewFields } from './view.ts'

/** The id of nobody, for callers without a person. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export const listViews = operation({
  name: 'list_views',
  summary: 'List the saved views of lists, newest first',
  description: 'The answer has the shared views of the workspace, and the private ones of the person who asks.',
  access: 'views:read',
  does: ['reads'],
  route: 'GET /views',
  status: 200,
  input: z.strictObject({
    ...Paging,
    list: z.enum(VIEW_LISTS).optional().meta({ reference: 'Restricts the answer to views of this list.' }),
    updated_since: UpdatedSince,
  }),
  output: pageOf(View),
  run: async (context, { list, ...paging }) => {
    const person = await context.store.read((reader) => personOf(reader, context.caller))
    return listRecords(context, store.viewList, { filters: { person: person ?? NOBODY, list }, ...paging })
  },
})

export const getView = operation({
  name: 'get_view',
  summary: 'Get a saved view by id',
  description: 'A private view of another person is not found.',
  access: 'views:read',
  does: ['reads'],
  route: 'GET /views/:id',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(View),
  etag: View,
  run: ({ caller, store: { read } }, { id }) =>
    read(async (reader) => {
      const person = await personOf(reader, caller)
      return { data: existing(await store.findView(reader, caller.workspace_id, { id, person })) }
    }),
})

export const createView = operation({
  name: 'create_view',
  summary: 'Save a view of a list: its filters and its order, under a name',
  description:
    `Private views are seen by one person. Shared views are seen by all members, and saved by members who can change ` +
    `enrollments and by API keys. A workspace has at most ${MAX_SHARED_VIEWS} shared views, and a person ${MAX_PRIVATE_VIEWS} private ones in it.`,
  access: 'views:write',
  does: ['adds'],
  unaudited: 'shared_list',
  route: 'POST /views',
  body: 'view',
  status: 201,
  input: ViewFields,
  output: recordOf(View),
  etag: View,
  run: (context, { list, ...given }) =>
    writeViews(context, async (tx, person) => {
      const { workspace_id } = context.caller
      const fields = { list, ...createdFrom(viewFields, given) }
      const owner_id = ownerOf(context, person, fields.is_shared)
      const position = await lastPosition(tx, workspace_id, { list, owner_id })
      const times = { created_at: tx.stamp, updated_at: tx.stamp }
      const view = { id: newId(), ...fields, filters: keptFilters(fields), position, ...times }
      await store.insertView(tx, workspace_id, { ...view, owner_id })
      if (view.is_shared) await emitEvent(tx, { workspace_id, type: 'view.created', data: view, at: tx.stamp })
      return { data: view }
    }),
})

export const updateView = operation({
  name: 'update_view',
  summary: 'Update a saved view, share it, make it private, or move it among the others',
  description:
    'Omitted fields stay unchanged; `filters` is replaced as a whole. Views that are shared are changed by members who can change enrollments and by API keys.',
  access: 'views:write',
  does: ['replaces'],
  unaudited: 'shared_list',
  route: 'PATCH /views/:id',
  body: 'view',
  status: 200,
  input: ViewChanges.extend({ id: RecordId }),
  output: recordOf(View),
  etag: View,
  current: getView,
  run: (context, { id, position, ...changes }) =>
    writeViews(context, async (tx, person) => {
      const { workspace_id } = context.caller
      const { owner_id: former, ...current } = existing(await store.findView(tx, workspace_id, { id, person }))
      if (current.is_shared) requireSharing(context)
      const merged = { ...current, ...mergedWith(viewFields, current, changes) }
      const data: View = { ...merged, filters: keptFilters(merged) }
      const isMoved = data.is_shared !== current.is_shared
      const owner_id = isMoved ? ownerOf(context, person, data.is_shared) : former
      if (isMoved) data.position = await lastPosition(tx, workspace_id, { list: data.list, owner_id })
      if (position !== undefined) data.position = await placed(tx, workspace_id, { ...data, owner_id }, position)
      if (isSame(current, data)) return { data: current }
      data.updated_at = tx.stamp
      await store.updateViewRow(tx, workspace_id, { ...data, owner_id })
      // For those who see shared views alone, one that becomes private is gone.
      const type = isMoved ? (data.is_shared ? 'view.created' : 'view.deleted') : 'view.updated'
      if (isMoved || data.is_shared) await emitEvent(tx, { workspace_id, type, data, at: data.updated_at })
      return { data }
    }),
})

export const deleteView = operation({
  name: 'delete_view',
  summary: 'Delete a saved view',
  description:
    'A private view can be deleted by its person alone, a shared one by members who can change enrollments and by API keys.',
  access: 'views:write',
  does: ['deletes'],
  unaudited: 'shared_list',
  route: 'DELETE /views/:id',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  current: getView,
  run: (context, { id }) =>
    writeViews(context, async (tx, person) => {
      const { workspace_id } = context.caller
      const { owner_id: _, ...data } = existing(await store.findView(tx, workspace_id, { id, person }))
      if (data.is_shared) requireSharing(context)
      // A program has no undo.
      if (person === undefined) await store.deleteViewRow(tx, workspace_id, id)
      else await store.softDeleteView(tx, workspace_id, { id, person })
      if (data.is_shared) await emitEvent(tx, { workspace_id, type: 'view.deleted', data, at: tx.stamp })
    }),
})

export const restoreView = operation({
  name: 'restore_view',
  summary: 'Restore a saved view that the same person has deleted',
  description: `Within ${RESTORABLE_MINUTES} minutes, with its id, at its former position.`,
  access: 'views:write',
  does: ['adds'],
  unaudited: 'shared_list',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(View),
  run: (context, { id }) =>
    writeViews(context, async (tx, person) => {
      const { workspace_id } = context.caller
      if (person === undefined) throw notFound()
      const { owner_id, ...view } = existing(await store.findDeletedView(tx, workspace_id, { id, person }))
      if (view.is_shared) requireSharing(context)
      await lastPosition(tx, workspace_id, { list: view.list, owner_id })
      const position = await placed(tx, workspace_id, { ...view, owner_id }, view.position)
      const data: View = { ...view, position, updated_at: tx.stamp }
      await store.reviveView(tx, workspace_id, { ...data, owner_id })
      if (data.is_shared) await emitEvent(tx, { workspace_id, type: 'view.created', data, at: tx.stamp })
      return { data }
    }),
})

/** One change of the views of a workspace at a time: they are counted and numbered. */
function writeViews<T>(
  { caller, store: { write } }: Context,
  work: (tx: Tx, person: string | undefined) => Promise<T>,
) {
  return write(async (tx) => {
    await tx.connection.dialect.lockRecord(tx.connection, `${caller.workspace_id} views`)
    return work(tx, await personOf(tx, caller))
  })
}

/** The owner of a view; null if it is shared. @throws AppError where the caller cannot save such a view */
function ownerOf(context: Context, person: string | undefined, is_shared: boolean): string | null {
  if (is_shared) {
    requireSharing(context)
    return null
  }
  if (person === undefined)
    throw validationError({ is_shared: fieldError('wrong_state', 'must be true: private views belong to a person') })
  return person
}

/** Shared views are changed by members who can change enrollments, and by programs. @throws AppError `forbidden` */
function requireSharing({ caller: { kind, rights, person_rights = rights } }: Context): void {
  if (kind === 'api_key' || person_rights.has('enrollments:write')) return
  throw new AppError('forbidden', 'Shared views are changed by members with the role Editor or above')
}

type Place = Pick<store.OwnedView, 'list' | 'owner_id'>

/** The position of a new view. @throws AppError `validation_error` where there are as many as there can be */
async function lastPosition(tx: Tx, workspace_id: string, { list, owner_id }: Place): Promise<number> {
  const others = await store.viewsOf(tx, workspace_id, owner_id)
  const most = owner_id === null ? MAX_SHARED_VIEWS : MAX_PRIVATE_VIEWS
  if (others.length >= most)
    throw wrongState(`There are ${most} ${owner_id ? 'private' : 'shared'} views. Delete one first`, {
      reason: 'too_many_views',
    })
  return (store.ofList(others, list).at(-1)?.position ?? 0) + 1
}

/** Numbers the other views around the new position. @returns the position, which is at most the last */
async function placed(
  tx: Tx,
  workspace_id: string,
  { id, list, owner_id }: Place & { id: string },
  position: number,
): Promise<number> {
  const others = store.ofList(await store.viewsOf(tx, workspace_id, owner_id), list).filter((one) => one.id !== id)
  const place = Math.min(position, others.length + 1)
  for (const [index, one] of others.entries()) {
    const next = index + 1 < place ? index + 1 : index + 2
    if (one.position !== next) await store.setPosition(tx, workspace_id, { id: one.id, position: next })
  }
  return place
}
