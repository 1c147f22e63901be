import { useI18n } from '../../../i18n/i18n.ts'
import { apart, geometryOf, lanesOf } from './geometry.ts'
import type { TimelineDates, TimelineRow } from './row.ts'
import type { Scale } from './scale.ts'
import { useTick } from './use-tick.ts'
import { useWords } from './use-words.ts'

interface DownProps {
  rows: readonly TimelineRow[]
  dates: TimelineDates
  scale: Scale
}

/** The least height, and the heights for each row and each unit, in pixels. */
const LEAST = 420
const BY_ROW = 56
const BY_UNIT = 28
/** The height of the words of a row, and the width of a lane. */
const WORDS = 50
const LANE = 20
/** Left of the lanes are the dates. */
const AXIS = 72

/** A timeline for a phone: time runs down, each row is a bar beside the others, with its words to the right. */
export function Down({ rows, dates, scale }: DownProps) {
  const { t, date } = useI18n()
  const tickOf = useTick(scale)
  const wordsOf = useWords(dates.today)
  const dated = rows.filter(({ due_on, expected_on, done_on }) => (due_on ?? expected_on ?? done_on) !== null)
  const sorted = dated.toSorted((a, b) => ((a.starts_on ?? '') < (b.starts_on ?? '') ? -1 : 1))
  const { rows: placed, lines, ticks } = geometryOf(sorted, dates, scale)
  const lanes = lanesOf(placed)
  const height = Math.max(LEAST, placed.length * BY_ROW, ticks.length * BY_UNIT)
  const pixels = (percent: number) => (percent / 100) * height
  const tops = apart(
    placed.map(({ bars }) => pixels(bars[0]?.start ?? 0)),
    WORDS,
  )
  const left = AXIS + (Math.max(0, ...lanes) + 1) * LANE + 8
  const whole = Math.max(height, ...tops.map((top) => top + WORDS))
  return (
    <div className="timeline-down">
      <ul className="timeline-lines">
        {lines.map((line) => (
          <li key={line.kind} className={line.kind}>
            {line.kind === 'today' ? t('dates.today') : t(`dates.${line.kind}`)} <b>{date(line.date)}</b>
          </li>
        ))}
      </ul>
      <div className="timeline-canvas" style={{ height: whole }}>
        <div aria-hidden>
          {lines.map((line) => (
            <span key={line.kind} className={`line ${line.kind}`} style={{ top: pixels(line.at) }} />
          ))}
          {ticks.map((tick) => (
            <span key={tick.date} className="tick" style={{ top: pixels(tick.at) }}>
              <span>{tickOf(tick.date)}</span>
            </span>
          ))}
          {placed.map(({ row, bars }, index) =>
            bars.map(({ kind, start, size }) => (
              <span
                key={`${row.id} ${kind}`}
                className={`bar ${kind}${row.isOurs ? ' ours' : ''}`}
                style={{ top: pixels(start), height: pixels(size), left: AXIS + (lanes[index] ?? 0) * LANE }}
              />
            )),
          )}
        </div>
        <ol aria-label={t('plan_timeline.title')}>
          {placed.map(({ row }, index) => {
            const { text, look } = wordsOf(row)
            return (
              <li key={row.id} style={{ top: tops[index] ?? 0, left }}>
                <b className="cut">{row.title}</b>
                <small>
                  {row.note}, <span className={look}>{text}</span>
                </small>
              </li>
            )
          })}
        </ol>
      </div>
    </div>
  )
}
