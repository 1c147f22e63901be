import { Scrollable } from '../../../components/scrollable.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { TimelineDates, TimelineRow } from './row.ts'
import { useWords } from './use-words.ts'

interface TimelineTableProps {
  rows: readonly TimelineRow[]
  dates: TimelineDates
  what: string
}

/** A timeline as a table: the same rows, dates and words. */
export function TimelineTable({ rows, what, dates: { today, target, forecast } }: TimelineTableProps) {
  const { t, date } = useI18n()
  const wordsOf = useWords(today)
  const shown = (one: string | null) => (one === null ? '–' : date(one))
  const columns = ['starts', 'due', 'expected', 'done'] as const
  return (
    <Scrollable className="table timeline-table" label={t('plan_timeline.as_table')}>
      <table>
        <caption>
          {[
            `${t('dates.today')} ${date(today)}`,
            target && `${t('dates.target')} ${date(target)}`,
            forecast && `${t('dates.forecast')} ${date(forecast)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </caption>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`plan_timeline.column.${column}`)}
              </th>
            ))}
            <th scope="col">{t('plan_timeline.column.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .flatMap((row) => [row, ...(row.parts ?? [])])
            .map((row) => (
              <tr key={row.id} className={row.parts ? 'section' : undefined}>
                <th scope="row">
                  {row.title}
                  <small>{row.note}</small>
                </th>
                <td>{shown(row.starts_on)}</td>
                <td>{shown(row.due_on)}</td>
                <td>{shown(row.expected_on)}</td>
                <td>{shown(row.done_on)}</td>
                <td className={wordsOf(row).look}>{wordsOf(row).text}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </Scrollable>
  )
}
