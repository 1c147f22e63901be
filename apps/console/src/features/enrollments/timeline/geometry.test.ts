import { expect, test } from 'vitest'
import { apart, geometryOf, lanesOf } from './geometry.ts'
import { isLate, rowOfParts, type TimelineRow } from './row.ts'
import { SCALES, scaleFor, ticksOf } from './scale.ts'

const DATES = { today: '2026-11-25', target: '2026-12-15', forecast: '2026-12-17' }

const row = (given: Partial<TimelineRow>): TimelineRow => ({
  id: 'a',
  title: 'A',
  note: '',
  state: 'open',
  isOurs: false,
  starts_on: '2026-11-20',
  due_on: null,
  expected_on: null,
  done_on: null,
  ...given,
})

const kindsOf = (given: Partial<TimelineRow>) => geometryOf([row(given)], DATES).rows[0]?.bars.map(({ kind }) => kind)

test.each([
  [{ due_on: '2026-12-03' }, ['planned']],
  [{ due_on: '2026-12-03', expected_on: '2026-12-03' }, ['planned']],
  [{ due_on: '2026-12-03', expected_on: '2026-12-08' }, ['planned', 'forecast']],
  [{ due_on: '2026-11-23', expected_on: '2026-11-25' }, ['planned', 'late']],
  [{ due_on: '2026-11-23', expected_on: '2026-11-27' }, ['planned', 'late', 'forecast']],
  [{ due_on: '2026-12-03', state: 'submitted' as const }, ['review']],
  [{ expected_on: '2026-12-08' }, ['forecast']],
  [{ due_on: '2026-12-03', done_on: '2026-11-24', state: 'done' as const }, ['done']],
  [{}, []],
])('a row of the timeline with %o has the bars %o', (given, kinds) => {
  expect(kindsOf(given)).toEqual(kinds)
})

test('a section of the timeline is from its first start to its last end, with what is done of it first', () => {
  const parts = [
    row({ id: 'one', done_on: '2026-11-22', due_on: '2026-11-23', state: 'done' }),
    row({ id: 'two', starts_on: '2026-11-22', due_on: '2026-12-01', expected_on: '2026-12-04' }),
    row({ id: 'undated', starts_on: '2026-11-01' }),
  ]
  const section = rowOfParts({ id: 's', title: 'S', note: '1 of 3', state: 'open' }, parts)
  expect(section).toMatchObject({
    starts_on: '2026-11-20',
    due_on: '2026-12-01',
    expected_on: '2026-12-04',
    done_on: null,
    done_until: '2026-11-22',
  })
  expect(geometryOf([section], DATES).rows[0]?.bars.map(({ kind }) => kind)).toEqual(['done', 'planned', 'forecast'])
  const done = rowOfParts({ id: 's', title: 'S', note: '', state: 'open' }, parts.slice(0, 1))
  expect(done).toMatchObject({ state: 'done', done_on: '2026-11-22', expected_on: null })
})

/** Numbers that are the same for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function someRows(seed: number) {
  const random = randomOf(seed)
  const some = (share: number, days = 120) =>
    random() < share ? new Date(Date.UTC(2026, 9, 1 + Math.floor(random() * days))).toISOString().slice(0, 10) : null
  const rows = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, index) => {
    const done_on = some(0.3)
    const dates = [some(0.7), done_on === null ? some(0.7) : null, done_on]
    const starts_on = [some(0.9) ?? '2026-10-01', ...dates.filter((date) => date !== null)].toSorted()[0] ?? null
    const [due_on = null, expected_on = null] = dates
    return row({ id: String(index), starts_on, due_on, expected_on, done_on })
  })
  return { rows, dates: { today: some(1) ?? '', target: some(0.5, 300), forecast: some(0.5, 300) } }
}

test('the timeline of random plans: every bar and line is within bounds, in order, and ends where its row says', () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const { rows, dates } = someRows(seed)
    const { rows: placed, lines, ticks } = geometryOf(rows, dates)
    expect(placed.map((one) => one.row)).toEqual(rows)
    const within = (at: number) => expect(at >= 0 && at <= 100, `${seed}: ${at}`).toBe(true)
    const placeOf = new Map(lines.map(({ date, at }) => [date, at]))
    for (const { row: own, bars, end } of placed) {
      let last = 0
      for (const { start, size } of bars) {
        within(start)
        within(start + size)
        expect(size).toBeGreaterThan(0)
        expect(start >= last - 1e-9, `${seed} ${own.id}`).toBe(true)
        last = start + size
      }
      expect(bars.length > 0).toBe((own.due_on ?? own.expected_on ?? own.done_on) !== null)
      if (end !== null) expect(Math.abs(end - last)).toBeLessThan(1e-6)
      // The same facts as the table, which shows the dates of the row.
      expect(bars.some(({ kind }) => kind === 'late')).toBe(isLate(own, dates.today) && own.due_on !== null)
      expect(bars.some(({ kind }) => kind === 'done')).toBe(own.done_on !== null)
      const until =
        own.done_on ??
        [own.due_on, own.expected_on, isLate(own, dates.today) ? dates.today : null]
          .filter((date) => date !== null)
          .toSorted()
          .at(-1)
      for (const [date, at] of placeOf)
        if (until && end !== null) expect(at < end, `${seed} ${own.id} ${date} ${until}`).toBe(date <= until)
    }
    for (const { at } of lines) within(at)
    for (const { at } of ticks) within(at)
    // By default it fits, up to nine months, with a unit that has begun.
    expect(ticks.length).toBeLessThanOrEqual(14)
    for (const asked of SCALES)
      expect(geometryOf(rows, dates, asked)).toMatchObject({ rows: placed, lines, scale: asked })
    const lanes = lanesOf(placed)
    for (const [a, one] of placed.entries())
      for (const [b, other] of placed.entries())
        if (a < b && lanes[a] === lanes[b] && one.end !== null && other.bars[0])
          expect(other.bars[0].start >= one.end - 1e-9, `${seed} ${a} ${b}`).toBe(true)
  }
})

test('the scale of a timeline: the finest of which nine units are enough', () => {
  expect([9, 10, 63, 64, 3000].map(scaleFor)).toEqual(['days', 'weeks', 'weeks', 'months', 'months'])
})

test('the units of a timeline begin each day, on Mondays, or on the first of each month; very many are thinned out', () => {
  // 29 December 2027 is a Wednesday.
  const first = Date.UTC(2027, 11, 29) / 86_400_000
  const datesOf = (scale: (typeof SCALES)[number], length: number) =>
    ticksOf(scale, first, length).map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  expect(datesOf('days', 3)).toEqual(['2027-12-29', '2027-12-30', '2027-12-31'])
  expect(datesOf('weeks', 13)).toEqual(['2028-01-03', '2028-01-10'])
  expect(datesOf('months', 63)).toEqual(['2028-01-01', '2028-02-01'])
  expect(datesOf('months', 64)).toEqual(['2028-01-01', '2028-02-01', '2028-03-01'])
  const many = datesOf('days', 1000)
  expect([many.length, many[1]]).toEqual([250, '2028-01-02'])
})

test('words beside the bars of a timeline do not overlap, and stay where they are wanted if there is room', () => {
  expect(apart([0, 10, 100], 40)).toEqual([0, 40, 100])
  expect(apart([5, 5, 5], 10)).toEqual([5, 15, 25])
})
