import { ArrowDown, ArrowUp } from 'lucide-react'
import { Avatar } from '../../../components/avatar.tsx'
import { Meter } from '../../../components/status.tsx'
import { daysSince } from '../../../i18n/formats.ts'
import { useWords, type Words } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { GuideMenu } from '../guide-menu.tsx'
import { StateChip } from '../state-chip.tsx'
import { type Column, isUpwards, type Order, type ShownGuide } from './order.ts'

/** So long a change is told by how long ago it was. */
const RECENT_DAYS = 7

interface GuideTableProps {
  guides: readonly ShownGuide[]
  order: Order
  onOrder(order: Order): void
}

/** Guides with what they come to, sorted by any column. */
export function GuideTable({ guides, order, onOrder }: GuideTableProps) {
  const { say } = useWords()
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
            {head('title', say('guides.guide'))}
            {head('state', say('guides.state.title'))}
            {head('on_their_way', say('overview.on_their_way'), 'r wide-only')}
            {head('completed', say('status.completed'), 'wide-only')}
            {head('median_days', say('guides.median_days'), 'r wide-only')}
            {head('effort', say('guides.effort'), 'r wide-only')}
            {head('changed', say('guides.changed'), 'wide-only')}
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
  const words = useWords()
  const { say, number } = words
  const { id, title, status, sections_count, steps_count, has_changes, share, changed_by } = guide
  return (
    <tr>
      <th scope="row">
        <Link to={`/guides/${id}`}>{title}</Link>
        <small>
          {say('guides.sections', { count: sections_count })}, {say('guides.steps', { count: steps_count })}
        </small>
        <small className="phone-only">{[changed_by, changedWhen(guide, words)].filter(Boolean).join(', ')}</small>
      </th>
      <td>
        <StateChip status={status} />
        {has_changes && <small>{say('guides.not_published')}</small>}
      </td>
      <td className="r num wide-only">{share === null ? '–' : number(guide.in_progress)}</td>
      <td className="wide-only">{share === null ? '–' : <Meter percentage={share * 100} />}</td>
      <td className="r num wide-only">{figure(guide.median_days, words)}</td>
      <td className="r num wide-only">{figure(guide.effort, words)}</td>
      <td className="wide-only">
        <span className="row changed">
          {changed_by && <Avatar name={changed_by} small />}
          <span>
            {changed_by}
            <small>{changedWhen(guide, words)}</small>
          </span>
        </span>
      </td>
      <td className="r">
        <GuideMenu guide={guide} />
      </td>
    </tr>
  )
}

/** With one decimal, below each other. */
function figure(value: number | null | undefined, { decimal }: Words): string {
  if (value === undefined) return ''
  return value === null ? '–' : decimal(value)
}

function changedWhen({ changed_at }: ShownGuide, { ago, day }: Words): string {
  return daysSince(changed_at) < RECENT_DAYS ? ago(changed_at) : day(changed_at)
}
