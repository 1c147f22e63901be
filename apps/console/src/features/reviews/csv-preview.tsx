import type { Data } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { QueryView } from '../../components/query-view.tsx'
import { Scrollable } from '../../components/scrollable.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { SentFile } from './compare.ts'

/** Whether a file has rows to look at in place. */
export function isTable({ name, download_url }: Pick<SentFile, 'name' | 'download_url'>): boolean {
  return download_url !== null && /\.(?:csv|tsv)$/i.test(name)
}

/** The first rows of a CSV as a table, or why there are none. */
export function CsvPreview({ file: { id, name } }: { file: SentFile }) {
  const query = useOperation('previewFile', { id })
  return (
    <div className="csv">
      <QueryView query={query}>{({ data }) => <Rows preview={data} name={name} />}</QueryView>
    </div>
  )
}

function Rows({ preview, name }: { preview: Data<'previewFile'>; name: string }) {
  const { t } = useI18n()
  const { problem, header, rows, columns_count, has_more_rows, is_cut } = preview
  if (problem) return <p className="soft">{t(`review.csv.${problem}`)}</p>
  const left = columns_count - header.length
  const notes = [
    rows.length === 0 && !is_cut && t('review.csv.header_only'),
    has_more_rows && t('review.csv.more_rows'),
    left > 0 && t('review.csv.more_columns', { count: left }),
    is_cut && t('review.csv.cut'),
  ]
  const ends = header.map((_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column] ?? '')))
  return (
    <>
      <Scrollable className="csv-rows" label={t('review.csv.title', { name })}>
        <table>
          <thead>
            <tr>
              {header.map((title, column) => (
                // Columns have no other identity than their place.
                <th key={column} scope="col" dir="auto" className={ends[column] ? 'end' : undefined}>
                  {title.trim() || <span className="soft">{t('review.csv.column', { number: column + 1 })}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={place}>
                {row.map((cell, column) => (
                  <td key={column} dir="auto" className={ends[column] ? 'end' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
      {notes.some(Boolean) && <p className="soft">{notes.filter(Boolean).join(' ')}</p>}
    </>
  )
}

function isNumber(cell: string): boolean {
  return /^[-+]?\d[\d.,\s]*$/.test(cell.trim())
}
