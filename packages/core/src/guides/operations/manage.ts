import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { nameOf, recordAudit } from '../../audit/record.ts'
import type { EnrollmentStatus } from '../../enrollments/contract.ts'
import { existing, wrongState } from '../../errors.ts'
import { Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../../fields/fields.ts'
import { newId } from '../../ids.ts'
import { requireAccess } from '../../operation/invoke.ts'
import { operation } from '../../operation/operation.ts'
import { countsByGuide } from '../../records/counters.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { baseVersion, counted as countedIn, withSettings } from '../contents.ts'
import { contentsOf } from '../contents-of.ts'
import { GUIDE_STATUSES } from '../contract.ts'
import { GuideDraft } from '../guide.ts'
import { lastChanges } from '../last-changes.ts'
import { ListedGuide } from '../listed-guide.ts'
import { getGuideDraft } from '../operations.ts'
import { keepReplaced } from '../replaced/store.ts'
import * as store from '../store.ts'

export const listAllGuides = operation({
  name: 'list_all_guides',
  summary: 'List guides in every status, newest first, with the number of enrollments and the last editor of each',
  description: 'Drafts and archived guides are among them.',
  access: 'guides:read',
  scope: 'guides:write',
  does: ['reads'],
  route: 'GET /guides/drafts',
  status: 200,
  input: z.strictObject({
    ...Paging,
    status: z.enum(GUIDE_STATUSES).optional().meta({
      reference:
        'Restricts the list to guides that were never published (`draft`), that can be followed (`published`), or that take no new enrollments (`archived`).',
    }),
    updated_since: UpdatedSince,
  }),
  output: pageOf(ListedGuide),
  run: async (context, { status, ...paging }) => {
    const { workspace_id } = context.caller
    const { data, meta } = await listRecords(context, store.guideList, { filters: { status }, ...paging })
    const rows = await context.store.read(async (reader) => {
      const ids = data.map(({ id }) => id)
      const counted = await countsByGuide(reader, workspace_id, { resource: 'enrollments', guide_ids: ids })
      const changed = await lastChanges(reader, workspace_id, data)
      return data.map((guide) => {
        const { draft_version_id, published_version_id, ...shown } = guide
        const has_changes = draft_version_id !== null && published_version_id !== null
        const of = (status: EnrollmentStatus) => counted(guide.id, status)
        return {
          ...shown,
          invited: of('invited'),
          in_progress: of('in_progress'),
          completed: of('completed'),
          expired: of('expired'),
          ...changed(guide),
          has_changes,
        }
      })
    })
    return { data: rows, meta }
  },
})

export const duplicateGuide = operation({
  name: 'duplicate_guide',
  summary: 'Duplicate a guide as a new draft',
  access: 'guides:write',
  does: ['adds'],
  audit: ['guide.created'],
  status: 201,
  input: z.strictObject({ id: RecordId, title: z.string().trim().min(1).max(255) }),
  output: recordOf(GuideDraft),
  run: (context, { id, title }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const at = tx.stamp
      const original = existing(await store.findGuide(tx, workspace_id, id))
      const version = contentsOf(await baseVersion(tx, original))
      const copy = {
        ...original,
        id: newId(),
        status: 'draft' as const,
        ...countedIn({ ...version, title }),
        published_version_id: null,
        draft_version_id: null,
        published_at: null,
        created_at: at,
        updated_at: at,
      }
      await store.insertGuide(tx, copy)
      await recordAudit(tx, context, { action: 'guide.created', subject_id: copy.id, details: { title, copy_of: id } })
      const times = { created_at: at, updated_at: at }
      // Steps get new ids: their completion is independent of the original guide.
      const sections = store.copiedSections(version.sections)
      const written_by = await nameOf(tx, context.caller)
      const contents = { ...version, title, sections, written_by }
      const draft_version_id = await store.insertVersion(tx, workspace_id, { guide_id: copy.id, ...contents, ...times })
      await store.updateGuideRow(tx, { ...copy, draft_version_id })
      return { data: await withSettings(tx, { ...copy, draft_version_id }) }
    }),
})

export const discardGuideChanges = operation({
  name: 'discard_guide_changes',
  summary: 'Discard the draft changes of a guide',
  description: 'Members can restore the discarded draft for a while.',
  access: 'guides:write',
  does: ['deletes'],
  audit: ['guide.changes_discarded'],
  route: 'DELETE /guides/:id/draft',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(GuideDraft),
  etag: GuideDraft,
  current: getGuideDraft,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const guide = existing(await store.findGuide(tx, context.caller.workspace_id, id))
      if (guide.draft_version_id === null) return { data: await withSettings(tx, guide) }
      if (guide.published_version_id === null)
        throw wrongState('This guide was never published. Delete it instead', {
          reason: 'never_published',
        })
      await keepReplaced(tx, context, guide)
      await store.updateGuideRow(tx, guide)
      const details = { title: guide.title }
      await recordAudit(tx, context, { action: 'guide.changes_discarded', subject_id: id, details })
      return { data: await withSettings(tx, guide) }
    }),
})

export const deleteGuide = operation({
  name: 'delete_guide',
  summary: 'Delete a guide without enrollments',
  description:
    'A guide with enrollments cannot be deleted; archive it instead. One that was published also requires the scope `guides:publish`.',
  access: 'guides:write',
  does: ['deletes'],
  audit: ['guide.deleted'],
  route: 'DELETE /guides/:id',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  current: getGuideDraft,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const guide = existing(await store.findGuide(tx, workspace_id, id))
      if (guide.status !== 'draft') requireAccess({ access: 'guides:publish' }, context)
      const { enrollments } = tx.tables
      const [enrolled] = await tx.db
        .select({ id: enrollments.id })
        .from(enrollments)
        .where(and(eq(enrollments.workspace_id, workspace_id), eq(enrollments.guide_id, id)))
        .limit(1)
      if (enrolled)
        throw wrongState('Contacts were enrolled in this guide. Archive it instead', {
          reason: 'has_enrollments',
        })
      await store.deleteGuideRow(tx, workspace_id, id)
      await recordAudit(tx, context, { action: 'guide.deleted', subject_id: id, details: { title: guide.title } })
    }),
})
