import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { existing } from '../../errors.ts'
import { Id, Paging, pageOf, RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { saveDraftVersion, withSettings } from '../contents.ts'
import { contentsOf } from '../contents-of.ts'
import { GuideDraft } from '../guide.ts'
import { getGuideDraft } from '../operations.ts'
import { findReplaced, keepReplaced, takeOver } from '../replaced/store.ts'
import { shownSections } from '../shown-sections.ts'
import { findGuide, updateGuideRow } from '../store.ts'
import { findPublished, followersOf, versionList } from '../versions/store.ts'
import { GuideVersion, WholeGuideVersion } from '../versions/version.ts'

export const listGuideVersions = operation({
  name: 'list_guide_versions',
  summary: 'List the published versions of a guide, newest first, with the number of enrollments on each',
  description: 'A version is made each time the guide is published, and never changes.',
  access: 'guides:read',
  does: ['reads'],
  route: 'GET /guides/:id/versions',
  status: 200,
  input: z.strictObject({ id: RecordId, ...Paging }),
  output: pageOf(GuideVersion),
  run: async (context, { id, ...paging }) => {
    const { workspace_id } = context.caller
    const guide = existing(await context.store.read((reader) => findGuide(reader, workspace_id, id)))
    const { data, meta } = await listRecords(context, versionList, { filters: { guide_id: id }, ...paging })
    return context.store.read(async (reader) => {
      const ids = data.map((version) => version.id)
      const followers = await followersOf(reader, workspace_id, ids)
      const rows = data.map(({ number, published_at, ...version }) => ({
        ...version,
        ...followers(version.id),
        // The list has published ones alone.
        number: number ?? 0,
        published_at: published_at ?? version.created_at,
        is_published: version.id === guide.published_version_id,
      }))
      return { data: rows, meta }
    })
  },
})

export const getGuideVersion = operation({
  name: 'get_guide_version',
  summary: 'Get a published version of a guide',
  description: 'The answer is the guide as it was published then.',
  access: 'guides:read',
  does: ['reads'],
  route: 'GET /guides/:id/versions/:version_id',
  status: 200,
  input: z.strictObject({
    id: RecordId,
    version_id: RecordId.meta({ reference: 'A published version; `GET /guides/{id}/versions` lists all of them.' }),
  }),
  output: recordOf(WholeGuideVersion),
  etag: WholeGuideVersion.omit({ invited: true, in_progress: true, completed: true, expired: true }),
  run: ({ caller: { workspace_id }, store: { read } }, { id, version_id }) =>
    read(async (reader) => {
      const guide = existing(await findGuide(reader, workspace_id, id))
      const version = existing(await findPublished(reader, { workspace_id, guide_id: id, id: version_id }))
      const followers = await followersOf(reader, workspace_id, [version_id])
      return {
        data: {
          ...version,
          ...followers(version_id),
          sections: await shownSections(reader, workspace_id, version.sections),
          is_published: version_id === guide.published_version_id,
        },
      }
    }),
})

export const restoreGuideVersion = operation({
  name: 'restore_guide_version',
  summary: 'Restore an earlier version of a guide as its draft',
  description:
    'The previous draft is kept in list_replaced_drafts and can be restored too. Contacts see the change once it is published.',
  access: 'guides:write',
  does: ['replaces'],
  audit: ['guide.version_restored'],
  status: 200,
  input: z.strictObject({ id: RecordId, version_id: Id }),
  output: recordOf(GuideDraft),
  etag: GuideDraft,
  current: getGuideDraft,
  run: (context, { id, version_id }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const guide = existing(await findGuide(tx, workspace_id, id))
      const key = { workspace_id, guide_id: id, id: version_id }
      const replaced = await findReplaced(tx, key)
      const version = existing(replaced ?? (await findPublished(tx, key)))
      const { number } = version
      const details = { title: guide.title, ...(number !== null && { version: String(number) }) }
      await recordAudit(tx, context, { action: 'guide.version_restored', subject_id: id, details })
      if (replaced) await takeOver(tx, context, guide, version_id)
      else {
        await keepReplaced(tx, context, guide)
        // The published version needs no identical draft.
        if (version_id !== guide.published_version_id)
          await saveDraftVersion(tx, context, guide, {
            ...contentsOf(version),
            copy_of: version_id,
          })
        await updateGuideRow(tx, guide)
      }
      return { data: await withSettings(tx, guide) }
    }),
})
