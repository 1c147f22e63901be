import type { Change } from '@handrail/core/contract'
import { useI18n } from '../../../i18n/i18n.ts'

const LOOKS = {
  added: 'chip good',
  changed: 'chip',
  removed: 'chip bad',
  moved: 'chip',
  guide: 'chip',
} as const

/** The list of changes, step by step. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useI18n()
  return (
    <ul className="card rows">
      {changes.length === 0 && <li>{t('versions.same')}</li>}
      {changes.map((change, place) => (
        // Several steps may have one title, and the list never changes its order.
        <li key={place}>
          <span className={LOOKS[change.kind]}>{t(`publish.kind.${change.kind}`)}</span>
          <span className="grow">
            {change.title}
            <Detail change={change} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The details of a change: the section, or the changed fields. */
function Detail({ change: { kind, section, in: differing = [] } }: { change: Change }) {
  const { t } = useI18n()
  const text =
    section !== undefined
      ? t(kind === 'removed' ? 'publish.was_in' : 'publish.is_in', { section })
      : differing.map((what) => t(`publish.in.${what}`)).join(', ')
  return text && <small className="detail">{text}</small>
}
