import { z } from 'zod'
import { existing, notFound } from '../errors.ts'
import { Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../fields/fields.ts'
import { operation } from '../operation/operation.ts'
import { requireMember } from '../people/members/assignee.ts'
import { listRecords } from '../records/lists/lists.ts'
import { requestDates } from '../working-calendar/date-requests.ts'
import { baseVersion, overwrite, withSections, withSettings, writeDraft } from './contents.ts'
import { insertDraft } from './create.ts'
import { Guide, GuideDraft, GuideFields, GuideSummary } from './guide.ts'
import { publishDraft } from './publish.ts'
import { remindersOf } from './reminders.ts'
import { assigneesIn, requireAssignees } from './step-assignees.ts'
import * as store from './store.ts'

export const listGuides = operation({
  name: 'list_guides',
  summary: 'List published guides, newest first',
  reference: 'Drafts and archived guides are not listed; `GET /guides/drafts` has the guides of every status.',
  access: 'guides:read',
  does: ['reads'],
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
  reference: 'The answer is the published version. A draft is read by `GET /guides/{id}/draft`.',
  access: 'guides:read',
  does: ['reads'],
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
  description: 'The draft is what the next version will be. It may be incomplete.',
  access: 'guides:read',
  scope: 'guides:write',
  does: ['reads'],
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
  description: 'A draft may be incomplete: steps may lack a title, an address or questions. Publishing checks that.',
  access: 'guides:write',
  does: ['adds'],
  audit: ['guide.created'],
  route: 'POST /guides',
  body: 'guide',
  large: true,
  status: 201,
  input: GuideFields,
  output: recordOf(GuideDraft),
  etag: GuideDraft,
  run: (context, given) =>
    context.store.write(async (tx) => ({ data: await withSettings(tx, await insertDraft(tx, context, given)) })),
})

export const updateGuide = operation({
  name: 'update_guide',
  summary: 'Change the draft of a guide',
  description:
    'Contacts see the change once it is published. Omitted fields stay unchanged. `sections` replaces all sections and `roles` all roles, so a request with one of them requires `If-Match` with the entity tag of the draft. Keep the ids of sections and steps, so that what has been done in them stays done.',
  access: 'guides:write',
  does: ['replaces'],
  unaudited: 'draft',
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
      await writeDraft(tx, context, guide, overwrite(base, given), base)
      return { data: await withSettings(tx, guide) }
    }),
})

export const publishGuide = operation({
  name: 'publish_guide',
  summary: 'Publish the draft of a guide',
  description:
    'New enrollments get this version; existing ones keep theirs until a member moves them. With `If-Match`, only the draft with this entity tag is published.',
  access: 'guides:publish',
  does: ['replaces', 'publishes'],
  audit: ['guide.published'],
  route: 'POST /guides/:id/publish',
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Guide),
  current: getGuideDraft,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const guide = existing(await store.findGuide(tx, workspace_id, id, 'change'))
      const version_id = await publishDraft(tx, context, guide)
      return { data: await withSections(tx, guide, version_id) }
    }),
})
