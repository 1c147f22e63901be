import { z } from 'zod'
import { existing } from '../../errors.ts'
import type { Reader } from '../../storage/database.ts'
import { changesOf } from '../comparison/compare.ts'
import { baseVersion, type GuideRow } from '../contents.ts'
import { findGuide, findVersion } from '../store.ts'

export const MAX_SHOWN = 50

/** A difference between the published version of a guide and its draft. */
export const DraftDifference = z.object({
  kind: z.enum(['added', 'changed', 'removed', 'moved', 'guide']).meta({
    reference: 'What happened to the section or step; `guide` for the title, the introduction and the settings.',
  }),
  id: z.string().optional().describe('The section or step; absent for the guide itself'),
  title: z.string().meta({ reference: 'Title of the section, step or guide.' }),
  section: z.string().optional().describe('Title of the section of an added or removed step'),
  in: z
    .array(z.string())
    .optional()
    .describe('The fields that changed')
    .meta({ reference: 'Names of the fields that changed.' }),
})

/** The draft that differences are of. */
export const DraftInShort = {
  id: z.string().meta({ reference: 'The guide.' }),
  title: z.string().meta({ reference: 'Title in the draft.' }),
  revision: z
    .string()
    .meta({ reference: 'State of the draft. Publishing names it, so that nothing else is published.' }),
}

export const Differences = {
  changes: z.array(DraftDifference).describe(`What differs from the published version: the first ${MAX_SHOWN}`),
  changes_count: z.int().meta({ reference: 'Number of differences in all.' }),
}

/** The draft of a guide; without a draft, its published version. @throws AppError `not_found` */
export async function draftOf(reader: Reader, workspace_id: string, id: string) {
  const guide = existing(await findGuide(reader, workspace_id, id))
  return { guide, version: await baseVersion(reader, guide) }
}

type Version = Awaited<ReturnType<typeof baseVersion>>

/** What differs between the published version of a guide, if there is one, and another version. */
export async function differencesOf(reader: Reader, guide: GuideRow, version: Version) {
  const changes = changesOf(await publishedBefore(reader, guide, version), version)
  return { changes: changes.slice(0, MAX_SHOWN), changes_count: changes.length }
}

/** The published version that a version is compared with; without one, the same guide without sections. */
export async function publishedBefore(reader: Reader, guide: GuideRow, version: Version): Promise<Version> {
  const { workspace_id, published_version_id: id } = guide
  if (id === version.id) return version
  return (id ? await findVersion(reader, workspace_id, id) : undefined) ?? { ...version, sections: [] }
}
