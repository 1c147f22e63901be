import { ChevronDown, ChevronRight } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { TeamMark } from '../../../components/plan/team-mark.tsx'
import { Scrollable } from '../../../components/scrollable.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { type Geometry, geometryOf, type PlacedRow } from './geometry.ts'
import type { TimelineDates, TimelineRow } from './row.ts'
import type { Scale } from './scale.ts'
import { useTick } from './use-tick.ts'
import { useWords } from './use-words.ts'

interface AcrossProps {
  rows: readonly TimelineRow[]
  dates: TimelineDates
  scale: Scale
}

/** The least width of a unit, for its words. */
const UNIT_REM = 4.75
/** The height of the words of a line, and of those of the weeks. */
const LANE_REM = 1.5
const AXIS_REM = 1.75

/** A timeline whose time runs across, and scrolls where it is long; rows with parts open to them. */
export function Across({ rows, dates, scale }: AcrossProps) {
  const { t } = useI18n()
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(currentOf(rows)))
  // Open or not, the time that is shown stays the same.
  const all = rows.flatMap((row) => [row, ...(row.parts ?? [])])
  const { rows: placed, ...time } = geometryOf(all, dates, scale)
  const head = time.lines.length * LANE_REM
  const placeOf = new Map(placed.map((one) => [one.row, one]))
  const toggle = (id: string) =>
    setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const place = useTodayInView(scale)
  const name = `${t('plan_timeline.title')}, ${t(`plan_timeline.scales.${scale}`)}`
  return (
    <Scrollable className="timeline-across" label={name} ref={place}>
      <div
        className="timeline-whole"
        style={{ minWidth: `calc(var(--names) + ${Math.ceil(time.ticks.length * UNIT_REM)}rem)` }}
      >
        <Axis time={time} head={head} />
        <div className="timeline-corner" style={{ height: `${head + AXIS_REM}rem` }} />
        <ol aria-label={t('plan_timeline.title')}>
          {rows.map((row) => {
            const isOpen = opened.has(row.id)
            return (
              <li key={row.id}>
                <Row
                  placed={placeOf.get(row)}
                  today={dates.today}
                  fold={row.parts && { isOpen, toggle: () => toggle(row.id) }}
                />
                {isOpen && row.parts && (
                  <ol className="parts">
                    {row.parts.map((part) => (
                      <li key={part.id}>
                        <Row placed={placeOf.get(part)} today={dates.today} />
                      </li>
                    ))}
                  </ol>
                )}
              </li>
            )
          })}
        </ol>
      </div>
    </Scrollable>
  )
}

/** Scrolls a timeline to today when it is shown, and in another scale. */
function useTodayInView(scale: Scale): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const today = place.current?.querySelector<HTMLElement>(`[data-scale="${scale}"] .line.today`)
    if (place.current && today) place.current.scrollLeft = today.offsetLeft - place.current.clientWidth / 3
  }, [scale])
  return place
}

/** The first row that is not done is open at first. */
function currentOf(rows: readonly TimelineRow[]): string[] {
  const current = rows.find(({ done_on, parts }) => done_on === null && parts && parts.length > 0)
  return current ? [current.id] : []
}

/** The units of the scale, and the lines for today, target and forecast through all rows. */
function Axis({ time: { lines, ticks, scale }, head }: { time: Omit<Geometry, 'rows'>; head: number }) {
  const { t, date } = useI18n()
  const tickOf = useTick(scale)
  return (
    <div className="timeline-axis">
      <div className="timeline-track" data-scale={scale}>
        {ticks.map((tick) => (
          <span key={tick.date} className="tick" style={{ left: `${tick.at}%`, top: `${head}rem` }} aria-hidden>
            <span>{tickOf(tick.date)}</span>
          </span>
        ))}
        {lines.map((line, index) => (
          <span
            key={line.kind}
            className={`line ${line.kind}${line.at > 50 ? ' from-right' : ''}`}
            style={{ left: `${line.at}%` }}
          >
            <b style={{ top: `${index * LANE_REM}rem` }}>
              {line.kind === 'today' ? t('dates.today') : `${t(`dates.${line.kind}`)} ${date(line.date)}`}
            </b>
          </span>
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  placed: PlacedRow | undefined
  today: string
  fold?: { isOpen: boolean; toggle(): void } | undefined
}

function Row({ placed, today, fold }: RowProps) {
  const wordsOf = useWords(today)
  if (!placed) return null
  const { row, bars, end } = placed
  const { text, look } = wordsOf(row)
  return (
    <div className={fold ? 'timeline-row whole' : 'timeline-row'}>
      <div className="name">
        {fold ? (
          <button type="button" aria-expanded={fold.isOpen} onClick={fold.toggle}>
            {fold.isOpen ? <ChevronDown className="icon" aria-hidden /> : <ChevronRight className="icon" aria-hidden />}
            <span className="cut-2">{row.title}</span>
          </button>
        ) : (
          <span className="cut-2">{row.title}</span>
        )}
        <small title={row.note}>
          {row.isOurs && !fold && <TeamMark />}
          {/* Beside the mark of the team, a name would leave no room for the title. */}
          <span className={row.isOurs && !fold ? 'unseen' : undefined}>{row.note}</span>
        </small>
      </div>
      <div className="timeline-track">
        {bars.map(({ kind, start, size }) => (
          <span
            key={kind}
            className={`bar ${kind}${row.isOurs ? ' ours' : ''}`}
            style={{ left: `${start}%`, width: `${size}%` }}
            aria-hidden
          />
        ))}
        <span className={`words ${look}`} style={{ left: `${end ?? 0}%` }}>
          {text}
        </span>
      </div>
    </div>
  )
}
