import { MAX_IDS } from '@handrail/core/contract'
import { call } from '../../api/call.ts'
import type { Rows } from '../../api/list/use-list.ts'
import type { Item } from '../../api/operations.ts'
import { type BatchedQuery, useBatched } from '../../api/use-batched.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Status } from '../../components/status.tsx'
import { useI18n } from '../../i18n/i18n.ts'

type Latest = Item<'listLatestEnrollments'>

const LATEST: BatchedQuery<Latest> = {
  name: 'listLatestEnrollments',
  async ask(contact_ids, workspace) {
    const { value } = await call('listLatestEnrollments', { contact_ids }, { workspace })
    return new Map(value.data.map((enrollment) => [enrollment.contact_id, enrollment]))
  },
}

/** The latest enrollment of a contact: null for none, undefined while it is loading. */
export type LatestOf = (contact: { id: string }) => Latest | null | undefined

/**
 * Where those of a list are who are near what is shown: asked for together, and not by each row.
 * @param guide the id of the one that it is about; else it is the one that each was enrolled in last
 */
export function useLatestEnrollments(list: Rows<{ id: string }>, guide?: string): LatestOf {
  const ids = list.near().map(({ id }) => id)
  const parts = [ids.slice(0, MAX_IDS), ids.slice(MAX_IDS, 2 * MAX_IDS)] as const
  const of = guide ? { guide_id: guide } : {}
  const first = useOperation(
    'listLatestEnrollments',
    { contact_ids: parts[0], ...of },
    { enabled: parts[0].length > 0, keep: true },
  )
  const rest = useOperation(
    'listLatestEnrollments',
    { contact_ids: parts[1], ...of },
    { enabled: parts[1].length > 0, keep: true },
  )
  const found = new Map([first, rest].flatMap(({ data }) => data?.data ?? []).map((one) => [one.contact_id, one]))
  const known = new Set(
    [first, rest].flatMap(({ isSuccess, isPlaceholderData }, part) =>
      isSuccess && !isPlaceholderData ? (parts[part] ?? []) : [],
    ),
  )
  return ({ id }) => found.get(id) ?? (known.has(id) ? null : undefined)
}

/** The guide and status of the latest enrollment of a contact. */
export function LatestStatus({ contact_id }: { contact_id: string }) {
  const latest = useBatched(LATEST, contact_id)
  return latest ? <Status enrollment={latest} /> : null
}

interface WhereProps {
  latest: Latest | null | undefined
  /** Whether the guide stands above it. */
  isOfGuide: boolean
}

/** The same in a row that knows it, with the guide. */
export function Where({ latest, isOfGuide }: WhereProps) {
  const { t } = useI18n()
  if (latest === undefined) return null
  if (latest === null)
    return <span className="soft">{t(isOfGuide ? 'contacts.not_in_guide' : 'contacts.not_enrolled')}</span>
  return (
    <>
      <Status enrollment={latest} />
      {!isOfGuide && <small>{latest.guide_title}</small>}
    </>
  )
}

/** When a contact last got on. */
export function LastActive({ latest }: { latest: Latest | null | undefined }) {
  const { t, ago } = useI18n()
  if (!latest) return null
  return latest.last_activity_at === null ? t('contacts.never_active') : ago(latest.last_activity_at)
}
