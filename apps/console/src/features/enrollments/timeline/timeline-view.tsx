import { ChartNoAxesGantt, Table } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Empty } from '../../../components/query-view.tsx'
import { useMediaQuery } from '../../../components/use-media-query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useFilters } from '../../../workspace/link.tsx'
import { Across } from './across.tsx'
import { Down } from './down.tsx'
import { BAR_KINDS, geometryOf } from './geometry.ts'
import type { TimelineDates, TimelineRow } from './row.ts'
import { SCALES } from './scale.ts'
import { TimelineTable } from './timeline-table.tsx'
import './timeline.css'

interface TimelineViewProps {
  rows: readonly TimelineRow[]
  dates: TimelineDates
  /** What the rows are, for the table. */
  what: string
  /** What to know below it. */
  hint?: string
}

/** A timeline as a graphic, whose scale is in the address, or as a table with the same facts. On a phone, time runs down. */
export function TimelineView({ rows, dates, what, hint }: TimelineViewProps) {
  const { t } = useI18n()
  const isNarrow = useMediaQuery('(max-width: 47.99rem)')
  const [{ scale: asked }, change] = useFilters()
  const [isTable, setTable] = useState(false)
  const isEmpty = rows.every(({ due_on, expected_on, done_on }) => (due_on ?? expected_on ?? done_on) === null)
  if (isEmpty) return <Empty icon={ChartNoAxesGantt} title={t('plan_timeline.none')} />
  const Graphic = isNarrow ? Down : Across
  const all = rows.flatMap((row) => [row, ...(row.parts ?? [])])
  const scale = SCALES.find((one) => one === asked) ?? geometryOf(all, dates).scale
  return (
    <div className="timeline-view">
      <div className="timeline-tools">
        {!isTable && (
          <fieldset className="seg" aria-label={t('plan_timeline.scale')}>
            {SCALES.map((one) => (
              <button key={one} type="button" aria-pressed={one === scale} onClick={() => change({ scale: one })}>
                {t(`plan_timeline.scales.${one}`)}
              </button>
            ))}
          </fieldset>
        )}
        <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <Table className="icon" aria-hidden />
          {t('plan_timeline.as_table')}
        </Button>
      </div>
      {isTable ? (
        <TimelineTable rows={rows} dates={dates} what={what} />
      ) : (
        <Graphic rows={rows} dates={dates} scale={scale} />
      )}
      {!isTable && <Legend hasOurs={rows.some(hasOurs)} hint={hint} />}
    </div>
  )
}

/** Whether the team does a row, or a part of it. */
function hasOurs({ isOurs, parts = [] }: TimelineRow): boolean {
  return isOurs || parts.some(hasOurs)
}

function Legend({ hasOurs, hint }: { hasOurs: boolean; hint: string | undefined }) {
  const { t } = useI18n()
  return (
    <div className="timeline-legend">
      <ul>
        {BAR_KINDS.map((kind) => (
          <li key={kind}>
            <span className={`bar ${kind}`} aria-hidden />
            {t(`plan_timeline.kind.${kind}`)}
          </li>
        ))}
        {hasOurs && (
          <li>
            <span className="bar planned ours" aria-hidden />
            {t('plan_timeline.kind.ours')}
          </li>
        )}
      </ul>
      {hint && <p className="soft">{hint}</p>}
    </div>
  )
}
