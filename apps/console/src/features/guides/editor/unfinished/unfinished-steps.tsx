import type { Unfinished } from '@handrail/core/contract'
import { CircleDashed } from 'lucide-react'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Draft } from '../../draft/draft.ts'
import { unfinishedText } from './use-unfinished.ts'

/** The mark of an unfinished section or step in the outline. */
export function UnfinishedMark({ found }: { found: readonly Unfinished[] }) {
  const i18n = useI18n()
  if (found.length === 0) return null
  return (
    <span className="mark unfinished" title={found.map((one) => unfinishedText(one, i18n)).join(' ')}>
      <CircleDashed className="icon" aria-hidden />
      <span className="unseen">{i18n.t('unfinished.mark')}</span>
    </span>
  )
}

/** Everything that is unfinished in a step, while it is edited. */
export function UnfinishedNote({ found }: { found: readonly Unfinished[] }) {
  const i18n = useI18n()
  if (found.length === 0) return null
  return (
    <div className="soft unfinished-note">
      <CircleDashed className="icon" aria-hidden />
      <span>
        {i18n.t('unfinished.before')} {found.map((one) => unfinishedText(one, i18n)).join(' ')}
      </span>
    </div>
  )
}

interface UnfinishedListProps {
  draft: Draft
  found: readonly Unfinished[]
  /** Opens a section or step. */
  onOpen(id: string): void
}

/** All unfinished parts before publishing, with links to them. */
export function UnfinishedList({ draft, found, onOpen }: UnfinishedListProps) {
  const i18n = useI18n()
  const { t } = i18n
  const titles = new Map(
    draft.sections.flatMap(({ id, title, steps }) => [
      [id, title] as const,
      ...steps.map((step) => [step.id, step.title] as const),
    ]),
  )
  const prevented = found.filter(({ prevents }) => prevents)
  const others = found.filter(({ prevents }) => !prevents)
  const list = (text: string, shown: readonly Unfinished[]) =>
    shown.length > 0 && (
      <div className="stack close">
        <p>{text}</p>
        <ul className="card rows">
          {[...Map.groupBy(shown, ({ id }) => id)].map(([id, ones]) => (
            <li key={id}>
              <span className="grow">
                <button type="button" className="link" onClick={() => onOpen(id)}>
                  {titles.get(id)?.trim() || t('editor.untitled')}
                </button>
                <small className="detail">{ones.map((one) => unfinishedText(one, i18n)).join(' ')}</small>
              </span>
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <>
      {list(t('unfinished.prevents'), prevented)}
      {list(t('unfinished.reported'), others)}
    </>
  )
}
