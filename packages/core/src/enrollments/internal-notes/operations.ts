import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { AppError, existing, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { isRemainingMember, personOf } from '../../people/members/assignee.ts'
import { isSame } from '../../records/changes.ts'
import { listRecords } from '../../records/lists/lists.ts'
import type { Tx } from '../../storage/database.ts'
import { findVisit, stepOf } from '../steps/finish-step.ts'
import { findEnrollment } from '../store.ts'
import { InternalNote, InternalNoteChanges, InternalNoteFields } from './internal-note.ts'
import * as store from './store.ts'
import { recordNote, tellMentioned, writeNote } from './write-note.ts'

const Place = { id: RecordId.describe('ID of the enrollment'), internal_note_id: RecordId }

export const listInternalNotes = operation({
  name: 'list_internal_notes',
  summary: 'List the internal notes on an enrollment, newest first',
  description: 'Contacts never see internal notes.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/internal_notes',
  status: 200,
  input: z.strictObject({ id: RecordId, ...Paging, updated_since: UpdatedSince }),
  output: pageOf(InternalNote),
  run: async (context, { id, ...paging }) => {
    const { workspace_id } = context.caller
    existing(await context.store.read((reader) => findEnrollment(reader, workspace_id, id)))
    return listRecords(context, store.internalNoteList, { filters: { enrollment_id: id }, ...paging })
  },
})

export const getInternalNote = operation({
  name: 'get_internal_note',
  summary: 'Get an internal note by id',
  description: 'Contacts never see internal notes.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /enrollments/:id/internal_notes/:internal_note_id',
  status: 200,
  input: z.strictObject(Place),
  output: recordOf(InternalNote),
  etag: InternalNote,
  run: ({ caller: { workspace_id }, store: { read } }, { id: enrollment_id, internal_note_id: id }) =>
    read(async (reader) => ({ data: existing(await store.findNote(reader, { workspace_id, enrollment_id, id })) })),
})

export const createInternalNote = operation({
  name: 'create_internal_note',
  summary: 'Write an internal note on an enrollment',
  description: 'Members whom the note mentions get it in their inbox and by mail.',
  access: 'enrollments:write',
  does: ['adds'],
  unaudited: 'shared_list',
  route: 'POST /enrollments/:id/internal_notes',
  body: 'internal_note',
  status: 201,
  input: InternalNoteFields.extend({ id: RecordId }),
  output: recordOf(InternalNote),
  run: (context, { id: enrollment_id, step_id = null, mentions = [], body }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      // The enrollment is locked before members, as where one is removed.
      const follow = await findVisit(tx, context, enrollment_id)
      await requireMembers(tx, workspace_id, mentions)
      if (step_id !== null) stepOf(follow, step_id)
      return { data: await writeNote(tx, context, follow.enrollment, { step_id, mentions, body }) }
    }),
})

export const updateInternalNote = operation({
  name: 'update_internal_note',
  summary: 'Change an internal note',
  description: 'Only its author can change a note; a program can change what programs wrote.',
  access: 'enrollments:write',
  does: ['replaces'],
  unaudited: 'shared_list',
  route: 'PATCH /enrollments/:id/internal_notes/:internal_note_id',
  body: 'internal_note',
  status: 200,
  input: InternalNoteChanges.extend(Place),
  output: recordOf(InternalNote),
  etag: InternalNote,
  current: getInternalNote,
  run: (context, { id: enrollment_id, internal_note_id: id, ...changes }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const place = { workspace_id, enrollment_id, id }
      const { enrollment, note } = await ownNote(tx, context, place)
      const mentions = [...new Set(changes.mentions ?? note.mentions)]
      const added = addedTo(note, mentions)
      await requireMembers(tx, workspace_id, added)
      const data = { ...note, body: changes.body ?? note.body, mentions }
      if (isSame(note, data)) return { data: note }
      data.updated_at = tx.stamp
      await store.updateNoteRow(tx, workspace_id, data)
      await recordNote(tx, context, 'internal_note.updated', { enrollment, note: data })
      await tellMentioned(tx, context, enrollment, data, added)
      return { data }
    }),
})

export const deleteInternalNote = operation({
  name: 'delete_internal_note',
  summary: 'Delete an internal note for good',
  description: 'Only its author can delete a note; a program can delete what programs wrote.',
  access: 'enrollments:write',
  does: ['deletes'],
  audit: ['internal_note.deleted'],
  route: 'DELETE /enrollments/:id/internal_notes/:internal_note_id',
  status: 204,
  input: z.strictObject(Place),
  output: z.void(),
  current: getInternalNote,
  run: (context, { id: enrollment_id, internal_note_id: id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const { enrollment, note } = await ownNote(tx, context, { workspace_id, enrollment_id, id })
      await store.deleteNoteRow(tx, workspace_id, id)
      await recordNote(tx, context, 'internal_note.deleted', { enrollment, note })
      const details = { internal_note: id }
      await recordAudit(tx, context, { action: 'internal_note.deleted', subject_id: enrollment_id, details })
    }),
})

/** A note of the caller with its enrollment, which is locked. @throws AppError `not_found` and `forbidden` */
async function ownNote(tx: Tx, context: Context, place: { workspace_id: string; enrollment_id: string; id: string }) {
  const enrollment = existing(await findEnrollment(tx, place.workspace_id, place.enrollment_id, 'change'))
  const note = existing(await store.findNote(tx, place))
  const person = (await personOf(tx, context.caller)) ?? null
  if (note.user_id !== person)
    throw new AppError('forbidden', `Only ${note.author_name} can change this note. Write one of your own`)
  return { enrollment, note }
}

function addedTo(note: InternalNote, mentions: readonly string[]): string[] {
  return mentions.filter((member) => !note.mentions.includes(member))
}

/** @throws AppError for people who are not members */
async function requireMembers(tx: Tx, workspace_id: string, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries())
    if (!(await isRemainingMember(tx, workspace_id, id)))
      throw validationError({ [`mentions.${at}`]: fieldError('does_not_exist') })
}
