import { ArrowDown, ArrowUp } from 'lucide-react'
import { Avatar } from '../../../components/avatar.tsx'
import { byProgram } from '../../../components/by-program.ts'
import { Meter } from '../../../components/status.tsx'
import { daysSince } from '../../../i18n/formats.ts'
import { type I18n, useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useCan } from '../../../workspace/workspace.ts'
import { GuideMenu } from '../guide-menu.tsx'
import { StateChip } from '../state-chip.tsx'
import { type Column, isUpwards, type Order, type ShownGuide } from './order.ts'

/** The number of days in which a change is shown as a relative time. */
const RECENT_DAYS = 7

interface GuideTableProps {
  guides: readonly ShownGuide[]
  order: Order
  onOrder(order: Order): void
}

/** The table of guides with their figures, sorted by any column. */
export function GuideTable({ guides, order, onOrder }: GuideTableProps) {
  const { t } = useI18n()
  const head = (column: Column, text: string, place = '') => (
    <SortHead column={column} className={place} order={order} onOrder={onOrder}>
      {text}
    </SortHead>
  )
  return (
    <div className="card table">
      <table>
        <thead>
          <tr>
            {head('title', t('guides.guide'))}
            {head('state', t('guides.state.title'))}
            {head('on_their_way', t('overview.on_their_way'), 'r wide-only')}
            {head('completed', t('status.completed'), 'wide-only')}
            {head('median_days', t('guides.median_days'), 'r wide-only')}
            {head('effort', t('guides.effort'), 'r wide-only')}
            {head('changed', t('guides.changed'), 'wide-only')}
            <td />
          </tr>
        </thead>
        <tbody>
          {guides.map((guide) => (
            <Row key={guide.id} guide={guide} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SortHeadProps extends Omit<GuideTableProps, 'guides'> {
  column: Column
  className: string
  children: string
}

/** The head of a column: pressed once it sorts by it, pressed again the other way round. */
function SortHead({ column, className, order, onOrder, children }: SortHeadProps) {
  const isOwn = order.column === column
  const up = isUpwards(order)
  const Arrow = up ? ArrowUp : ArrowDown
  return (
    <th scope="col" className={className} aria-sort={isOwn ? (up ? 'ascending' : 'descending') : undefined}>
      <button
        type="button"
        className="sort"
        onClick={() => onOrder({ column, reversed: isOwn ? !order.reversed : false })}
      >
        {children}
        {isOwn && <Arrow className="icon" aria-hidden />}
      </button>
    </th>
  )
}

function Row({ guide }: { guide: ShownGuide }) {
  const i18n = useI18n()
  const { t, number } = i18n
  const { id, title, status, sections_count, steps_count, has_changes, share, unseen_change } = guide
  const { changed_by: by, changed_with } = guide
  const changed_by = by && byProgram(i18n, by, changed_with)
  return (
    <tr>
      <th scope="row">
        <Link to={`/guides/${id}`}>{title}</Link>
        <small>
          {t('guides.sections', { count: sections_count })}, {t('guides.steps', { count: steps_count })}
        </small>
        <small className="phone-only">{[changed_by, changedWhen(guide, i18n)].filter(Boolean).join(', ')}</small>
      </th>
      <td>
        <StateChip status={status} />
        {has_changes && <small>{t('guides.not_published')}</small>}
        {unseen_change && <Unseen id={id} change={unseen_change} />}
      </td>
      <td className="r num wide-only">{share === null ? '–' : number(guide.in_progress)}</td>
      <td className="wide-only">{share === null ? '–' : <Meter percentage={share * 100} />}</td>
      <td className="r num wide-only">{figure(guide.median_days, i18n)}</td>
      <td className="r num wide-only">{figure(guide.effort, i18n)}</td>
      <td className="wide-only">
        <span className="row changed">
          {by && <Avatar name={by} small />}
          <span>
            {changed_by}
            <small>{changedWhen(guide, i18n)}</small>
          </span>
        </span>
      </td>
      <td className="r">
        <GuideMenu guide={guide} />
      </td>
    </tr>
  )
}

/** A change by a program that nobody has looked at. */
function Unseen({ id, change }: { id: string; change: NonNullable<ShownGuide['unseen_change']> }) {
  const i18n = useI18n()
  const { t, ago } = i18n
  const mayWrite = useCan('guides:write')
  const name = byProgram(i18n, change.by, change.application)
  return (
    <>
      <small>{t('guides.unseen', { name, ago: ago(change.at) })}</small>
      {mayWrite && (
        <small>
          <Link className="link" to={`/guides/${id}`} search={{ changes: 'unseen' }}>
            {t('guides.see_changes')}
          </Link>
        </small>
      )}
    </>
  )
}

/** A figure with one decimal, aligned with the others of its column. */
function figure(value: number | null | undefined, { decimal }: I18n): string {
  if (value === undefined) return ''
  return value === null ? '–' : decimal(value)
}

function changedWhen({ changed_at }: ShownGuide, { ago, day }: I18n): string {
  return daysSince(changed_at) < RECENT_DAYS ? ago(changed_at) : day(changed_at)
}
