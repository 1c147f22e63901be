import type { UseQueryResult } from '@tanstack/react-query'
import type { Data, Item } from '../../../api/operations.ts'
import { useAnswer } from '../../../api/use-operation.ts'
import { useWords } from '../../../i18n/i18n.ts'

export type Version = Item<'listGuideVersions'>
export type ReplacedDraft = Item<'listReplacedDrafts'>
/** What a guide said once: as it was published, or as it was being written when a version took its place. */
export type Former = Version | ReplacedDraft

export function isReplaced(former: Former): former is ReplacedDraft {
  return 'replaced_at' in former
}

type Whole = Omit<Data<'getReplacedDraft'>, keyof ReplacedDraft> & Pick<ReplacedDraft, 'title'>

/** What each is called. */
export function useNameOf(): (former: Former) => string {
  const { say, dayTime } = useWords()
  return (former) =>
    isReplaced(former)
      ? say('versions.draft_of', { at: dayTime(former.written_at) })
      : say('versions.one', { number: former.number })
}

/** All that it says. */
export function useWhole(former: Former, enabled = true): UseQueryResult<{ data: Whole }> {
  const place = { id: former.guide_id, version_id: former.id }
  const isDraft = isReplaced(former)
  const version = useAnswer('getGuideVersion', place, { enabled: enabled && !isDraft })
  const draft = useAnswer('getReplacedDraft', place, { enabled: enabled && isDraft })
  return isDraft ? draft : version
}
