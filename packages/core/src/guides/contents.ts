import type { z } from 'zod'
import { applicationOf, isProgram, nameOf } from '../audit/record.ts'
import { hintDraftChange } from '../changes/drafts.ts'
import type { Context } from '../context.ts'
import { AppError, existing, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { StoredSection } from '../storage/tables/guides.ts'
import { contentsOf } from './contents-of.ts'
import { type Guide, type GuideDraft, GuideFields, type GuideSummary } from './guide.ts'
import { requireResponsible } from './responsibility.ts'
import { storedRoles } from './roles.ts'
import { shownSections } from './shown-sections.ts'
import * as store from './store.ts'
import { unseenOf } from './unseen/unseen.ts'

export type GuideRow = NonNullable<Awaited<ReturnType<typeof store.findGuide>>>
type VersionRow = NonNullable<Awaited<ReturnType<typeof store.findVersion>>>

/** The draft, or the published version if there is no draft. */
export async function baseVersion(tx: Reader, guide: GuideRow) {
  const id = guide.draft_version_id ?? guide.published_version_id
  const version = id && (await store.findVersion(tx, guide.workspace_id, id))
  if (!version) throw new AppError('internal_error', `Guide ${guide.id} has no version`)
  return version
}

const Contained = GuideFields.omit({
  expires_after_days: true,
  default_assignee_id: true,
  not_started_after_days: true,
  stalled_after_days: true,
  expiring_before_days: true,
}).partial()
type Written = z.output<typeof Contained>
export type Contents = Pick<Awaited<ReturnType<typeof baseVersion>>, 'sections' | keyof Written>

/**
 * The contents of a version after a change: omitted parts stay.
 * @throws AppError for repeated ids and names, and for steps that nobody can do
 */
export function overwrite(
  base: Contents,
  { sections: writtenSections, roles: writtenRoles, ...given }: Written,
): Contents {
  const roles = writtenRoles ? storedRoles(writtenRoles) : base.roles
  const sections = writtenSections ? checkedSections(store.storedSections(writtenSections)) : base.sections
  requireResponsible(roles, sections)
  return {
    title: given.title ?? base.title,
    description: given.description ?? base.description,
    completion_message: given.completion_message ?? base.completion_message,
    asks_effort: given.asks_effort ?? base.asks_effort,
    roles,
    participants_may_invite: given.participants_may_invite ?? base.participants_may_invite,
    target_after_days: given.target_after_days === undefined ? base.target_after_days : given.target_after_days,
    target_label: given.target_label ?? base.target_label,
    sections,
  }
}

/**
 * Saves contents as the draft of a guide, whose row the caller writes.
 * @param copy_of the version with the same contents
 * @param base the version that they replace, where it is known: a version can have megabytes
 */
export async function saveDraftVersion(
  tx: Tx,
  context: Context,
  guide: GuideRow,
  { copy_of = null, ...contents }: Contents & { copy_of?: string | null },
  base?: VersionRow,
) {
  const { workspace_id, id: guide_id, draft_version_id } = guide
  const author = {
    written_by: await nameOf(tx, context.caller),
    written_with: await applicationOf(tx, context.caller),
  }
  const before = isProgram(context.caller) ? (base ?? (await baseVersion(tx, guide))) : undefined
  const unseen = unseenOf(tx, context, author, before)
  const draft = { ...contents, copy_of, ...author, ...unseen, updated_at: tx.stamp }
  await hintDraftChange(tx, workspace_id, guide_id, 'saved')
  if (draft_version_id) return store.updateVersion(tx, workspace_id, draft_version_id, draft)
  guide.draft_version_id = await store.insertVersion(tx, workspace_id, { guide_id, ...draft, created_at: tx.stamp })
}

/** Saves contents as the draft of a guide, with those of its columns that follow the draft until it is published. */
export async function writeDraft(
  tx: Tx,
  context: Context,
  guide: GuideRow,
  draft: Contents,
  base: VersionRow,
): Promise<void> {
  await saveDraftVersion(tx, context, guide, draft, base)
  if (!guide.published_version_id) Object.assign(guide, counted(draft), { updated_at: tx.stamp })
  await store.updateGuideRow(tx, guide)
}

function checkedSections(sections: StoredSection[]): StoredSection[] {
  const ids = sections.flatMap(({ id, steps }, at): [string, string][] => [
    [`sections.${at}.id`, id],
    ...steps.map((step, index): [string, string] => [`sections.${at}.steps.${index}.id`, step.id]),
  ])
  const first = new Map(ids.toReversed().map(([path, id]) => [id, path]))
  const repeated = ids.filter(([path, id]) => first.get(id) !== path)
  if (repeated.length > 0)
    throw validationError(
      Object.fromEntries(repeated.map(([path, id]) => [path, fieldError('taken', `is also that of ${first.get(id)}`)])),
    )
  return sections
}

export function counted({
  title,
  description,
  sections,
}: {
  title: string
  description: string
  sections: StoredSection[]
}) {
  return { title, description, sections_count: sections.length, steps_count: store.countSteps(sections) }
}

type Summary = z.infer<typeof GuideSummary>

export function summaryOf({
  id,
  title,
  description,
  status,
  sections_count,
  steps_count,
  published_at,
  created_at,
  updated_at,
}: GuideRow): Summary {
  return {
    id,
    title,
    description,
    status,
    sections_count,
    steps_count,
    published_at,
    created_at,
    updated_at,
  }
}

export async function withSections(
  reader: Reader,
  guide: GuideRow,
  version_id: string,
): Promise<z.infer<typeof Guide>> {
  return withContents(reader, guide, existing(await store.findVersion(reader, guide.workspace_id, version_id)))
}

async function withContents(reader: Reader, guide: GuideRow, version: VersionRow): Promise<z.infer<typeof Guide>> {
  const { title: _title, description: _description, sections, ...contents } = contentsOf(version)
  return { ...summaryOf(guide), ...contents, sections: await shownSections(reader, guide.workspace_id, sections) }
}

/** The draft with the settings of the guide, for its editors. */
export async function withSettings(reader: Reader, guide: GuideRow): Promise<z.infer<typeof GuideDraft>> {
  const version = await baseVersion(reader, guide)
  const { expires_after_days, not_started_after_days, stalled_after_days, expiring_before_days } = guide
  return {
    ...(await withContents(reader, { ...guide, ...counted(version) }, version)),
    expires_after_days,
    not_started_after_days,
    stalled_after_days,
    expiring_before_days,
    default_assignee_id: guide.default_assignee_id,
    has_changes: guide.draft_version_id !== null && guide.published_version_id !== null,
    version_number: await numberOf(reader, guide),
    written_at: version.updated_at,
  }
}

/** The number of the published version. */
export async function numberOf(
  reader: Reader,
  { workspace_id, published_version_id: id }: GuideRow,
): Promise<number | null> {
  return id === null ? null : store.findVersionNumber(reader, workspace_id, id)
}
