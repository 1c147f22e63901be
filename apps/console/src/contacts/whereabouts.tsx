import { call } from '../door/call.ts'
import { type Gathering, useGathered, useGatheredAhead } from '../door/gathered.ts'
import type { Item } from '../door/operations.ts'
import type { Rows } from '../parts/list/use-list.ts'
import { Status } from '../parts/status.tsx'
import { useWords } from '../words/words.ts'

type Latest = Item<'listLatestEnrollments'>

const LATEST: Gathering<Latest> = {
  name: 'listLatestEnrollments',
  async ask(contact_ids, workspace) {
    const { value } = await call('listLatestEnrollments', { contact_ids }, { workspace })
    return new Map(value.data.map((enrollment) => [enrollment.contact_id, enrollment]))
  },
}

/** What a contact was enrolled in last: null where there is nothing, undefined until it is known. */
export function useWhereabouts(contact_id: string | null): Latest | null | undefined {
  return useGathered(LATEST, contact_id)
}

/** Asks where a list's contacts are with its pages, before their rows are shown. */
export function useWhereaboutsAhead(list: Rows<{ id: string }>): void {
  useGatheredAhead(
    LATEST,
    list.near().map(({ id }) => id),
  )
}

/** Where a contact is in the guide that they were enrolled in last. */
export function Whereabouts({ contact_id }: { contact_id: string }) {
  const latest = useWhereabouts(contact_id)
  return latest ? <Status enrollment={latest} /> : null
}

/** The same in a row that knows it, with the guide. */
export function Where({ latest }: { latest: Latest | null | undefined }) {
  const { say } = useWords()
  if (latest === undefined) return null
  if (latest === null) return <span className="soft">{say('contacts.not_enrolled')}</span>
  return (
    <>
      <Status enrollment={latest} />
      <small>{latest.guide_title}</small>
    </>
  )
}

/** When a contact last got on. */
export function LastActive({ latest }: { latest: Latest | null | undefined }) {
  const { say, ago } = useWords()
  if (!latest) return null
  return latest.last_activity_at === null ? say('contacts.never_active') : ago(latest.last_activity_at)
}
