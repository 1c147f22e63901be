import type { UseQueryResult } from '@tanstack/react-query'
import type { Data, Item } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useI18n } from '../../../i18n/i18n.ts'

export type Version = Item<'listGuideVersions'>
export type ReplacedDraft = Item<'listReplacedDrafts'>
/** An earlier content of a guide: a version, or a draft that was replaced by a version. */
export type PreviousVersion = Version | ReplacedDraft

export function isReplaced(previous: PreviousVersion): previous is ReplacedDraft {
  return 'replaced_at' in previous
}

type Whole = Omit<Data<'getReplacedDraft'>, keyof ReplacedDraft> & Pick<ReplacedDraft, 'title'>

/** Returns the names of versions and replaced drafts. */
export function useNameOf(): (previous: PreviousVersion) => string {
  const { t, dayTime } = useI18n()
  return (previous) =>
    isReplaced(previous)
      ? t('versions.draft_of', { at: dayTime(previous.written_at) })
      : t('versions.one', { number: previous.number })
}

/** The whole content of a version or a replaced draft. */
export function useWhole(previous: PreviousVersion, enabled = true): UseQueryResult<{ data: Whole }> {
  const place = { id: previous.guide_id, version_id: previous.id }
  const isDraft = isReplaced(previous)
  const version = useOperation('getGuideVersion', place, { enabled: enabled && !isDraft })
  const draft = useOperation('getReplacedDraft', place, { enabled: enabled && isDraft })
  return isDraft ? draft : version
}
