import { z } from 'zod'
import { nameOf } from '../audit/record.ts'
import { existing, notFound, validationError } from '../errors.ts'
import { Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../fields/fields.ts'
import { newId } from '../ids.ts'
import { operation } from '../operation/operation.ts'
import { requireMember } from '../people/members/assignee.ts'
import { listRecords } from '../records/lists/lists.ts'
import { emitEvent } from '../webhooks/events/emit.ts'
import { requestDates } from '../working-calendar/date-requests.ts'
import { noteUsesPlans } from '../workspaces/store.ts'
import {
  baseVersion,
  type Contents,
  counted,
  overwrite,
  summaryOf,
  withSections,
  withSettings,
  writeDraft,
} from './contents.ts'
import { Guide, GuideDraft, GuideFields, GuideSummary } from './guide.ts'
import { hasPlan } from './has-plan.ts'
import { publishable } from './publication.ts'
import { NO_REMINDERS, remindersOf } from './reminders.ts'
import { assigneesIn, requireAssignees } from './step-assignees.ts'
import * as store from './store.ts'

/** The contents of a new guide without its fields. */
const EMPTY: Contents = {
  title: '',
  description: '',
  completion_message: '',
  asks_effort: true,
  roles: [],
  participants_may_invite: true,
  target_after_days: null,
  target_label: '',
  sections: [],
}

export const listGuides = operation({
  name: 'list_guides',
  summary: 'List published guides, newest first',
  access: 'guides:read',
  route: 'GET /guides',
  status: 200,
  tool: {
    guidance: 'Read one with get_guide; guides cannot be changed here.',
  },
  input: z.strictObject({ ...Paging, updated_since: UpdatedSince }),
  output: pageOf(GuideSummary),
  run: (context, paging) => listRecords(context, store.publishedGuideList, paging),
})

export const getGuide = operation({
  name: 'get_guide',
  summary: 'Get a published guide with its sections and steps',
  access: 'guides:read',
  route: 'GET /guides/:id',
  status: 200,
  tool: {
    guidance: 'Find the id with list_guides.',
    hides: ['roles', 'participants_may_invite', 'target_after_days', 'target_label'],
  },
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Guide),
  etag: Guide,
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => {
      const guide = await store.findGuide(reader, workspace_id, id)
      if (guide?.status !== 'published' || !guide.published_version_id) throw notFound()
      return { data: await withSections(reader, guide, guide.published_version_id) }
    }),
})

export const getGuideDraft = operation({
  name: 'get_guide_draft',
  summary: 'Get the draft of a guide in any status, with its settings',
  description: 'An extension. A draft may be incomplete.',
  access: 'guides:read',
  scope: 'guides:write',
  route: 'GET /guides/:id/draft',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(GuideDraft),
  etag: GuideDraft,
  run: ({ caller: { workspace_id }, store: { read } }, { id }) =>
    read(async (reader) => ({
      data: await withSettings(reader, existing(await store.findGuide(reader, workspace_id, id))),
    })),
})

export const createGuide = operation({
  name: 'create_guide',
  summary: 'Create a guide as a draft',
  description:
    'An extension. A draft may be incomplete: steps without a title, an address or questions. Publishing checks that.',
  access: 'guides:write',
  route: 'POST /guides',
  body: 'guide',
  large: true,
  status: 201,
  input: GuideFields,
  output: recordOf(GuideDraft),
  etag: GuideDraft,
  run: (context, { expires_after_days = null, default_assignee_id = null, ...given }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const at = tx.stamp
      await requireMember(tx, workspace_id, { default_assignee_id })
      await requireAssignees(tx, workspace_id, assigneesIn(given.sections ?? []))
      const written_by = await nameOf(tx, context.caller)
      const version = { ...overwrite(EMPTY, given), written_by, created_at: at, updated_at: at }
      const guide = {
        workspace_id,
        id: newId(),
        status: 'draft' as const,
        ...counted(version),
        published_version_id: null,
        draft_version_id: null,
        has_plan: false,
        expires_after_days,
        ...remindersOf(given, NO_REMINDERS),
        default_assignee_id,
        published_at: null,
        created_at: at,
        updated_at: at,
      }
      await store.insertGuide(tx, guide)
      const draft_version_id = await store.insertVersion(tx, workspace_id, { guide_id: guide.id, ...version })
      await store.updateGuideRow(tx, { ...guide, draft_version_id })
      return { data: await withSettings(tx, { ...guide, draft_version_id }) }
    }),
})

export const updateGuide = operation({
  name: 'update_guide',
  summary: 'Change the draft of a guide',
  description:
    'An extension. Contacts see the change once it is published. Omitted fields stay. `sections` replaces all sections and `roles` all roles, so they require `If-Match` with the entity tag of the draft; keep the ids of sections and steps.',
  access: 'guides:write',
  route: 'PATCH /guides/:id/draft',
  body: 'guide',
  large: true,
  replaces: ['sections', 'roles'],
  status: 200,
  input: GuideFields.partial().extend({ id: RecordId }),
  output: recordOf(GuideDraft),
  etag: GuideDraft,
  current: getGuideDraft,
  run: (context, { id, expires_after_days, default_assignee_id, ...given }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      await requireMember(tx, workspace_id, { default_assignee_id })
      await requireAssignees(tx, workspace_id, assigneesIn(given.sections ?? []))
      const guide = existing(await store.findGuide(tx, workspace_id, id))
      const base = await baseVersion(tx, guide)
      if (expires_after_days !== undefined) guide.expires_after_days = expires_after_days
      const { stalled_after_days } = guide
      Object.assign(guide, remindersOf(given, guide))
      // Enrollments that stall are at risk.
      if (guide.stalled_after_days !== stalled_after_days && guide.has_plan) await requestDates(tx, workspace_id)
      if (default_assignee_id !== undefined) guide.default_assignee_id = default_assignee_id
      await writeDraft(tx, context, guide, overwrite(base, given))
      return { data: await withSettings(tx, guide) }
    }),
})

export const publishGuide = operation({
  name: 'publish_guide',
  summary: 'Publish the draft of a guide',
  description:
    'An extension. New enrollments get this version; existing ones keep theirs until a member moves them. With `If-Match`, only the draft with this entity tag is published.',
  access: 'guides:publish',
  route: 'POST /guides/:id/publish',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Guide),
  current: getGuideDraft,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const at = tx.stamp
      const guide = existing(await store.findGuide(tx, workspace_id, id, 'change'))
      const version = await baseVersion(tx, guide)
      // A version that was published before is published again as it is.
      if (guide.draft_version_id) {
        const { sections, problems } = publishable(version.sections)
        if (problems) throw validationError(problems)
        if (hasPlan(version)) await noteUsesPlans(tx, workspace_id)
        await store.updateVersion(tx, workspace_id, version.id, {
          sections,
          published_at: at,
          number: await store.nextNumber(tx, workspace_id, id),
          published_by: await nameOf(tx, context.caller),
        })
      }
      Object.assign(guide, counted(version), {
        status: 'published',
        published_version_id: version.id,
        has_plan: hasPlan(version),
        draft_version_id: null,
        published_at: at,
        updated_at: at,
      })
      await store.updateGuideRow(tx, guide)
      await emitEvent(tx, {
        workspace_id,
        type: 'guide.published',
        data: { ...summaryOf(guide), name: guide.title },
        at,
      })
      return { data: await withSections(tx, guide, version.id) }
    }),
})
