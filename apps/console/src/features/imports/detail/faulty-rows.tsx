import { Download } from 'lucide-react'
import { useState } from 'react'
import { codeText } from '../../../api/fault.ts'
import { useDownload } from '../../../api/files.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Choice } from '../../../components/list/choice.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { type I18n, useI18n } from '../../../i18n/i18n.ts'
import type { Import } from '../job.ts'

type Row = Item<'listImportRows'>
type RowFault = Row['faults'][number]

/** The first rows with their problems. All of them are in the file with the results. */
export function FaultyRows({ job, fate }: { job: Import; fate: 'faulty' | 'left' }) {
  const query = useOperation('listImportRows', { id: job.id, fate })
  return (
    <QueryView query={query}>
      {({ data, meta }) => <Listed job={job} rows={data} areAll={meta.next_after === null} />}
    </QueryView>
  )
}

interface ListedProps {
  job: Import
  rows: readonly Row[]
  /** Whether there are no others, so that they can be counted. */
  areAll: boolean
}

/** The rows with problems, with a filter if there is more than one problem. */
function Listed({ job, rows, areAll }: ListedProps) {
  const { t } = useI18n()
  const [chosen, choose] = useState('')
  const faults = rows.flatMap((row) => row.faults.map((fault) => ({ row, fault, kind: kindOf(fault) })))
  const kinds = Map.groupBy(faults, ({ kind }) => kind)
  const shown = kinds.get(chosen) ?? faults
  const nameOf = (kind: string) =>
    kind === REPEATED ? t('imports.repeated') : (job.columns[Number(kind)]?.name ?? t('imports.whole_row'))
  return (
    <>
      {kinds.size > 1 && (
        <div className="fault-kinds">
          <Choice
            label={t('imports.problem')}
            value={chosen}
            options={['', ...kinds.keys()].map((kind) => ({
              value: kind,
              text: kind === '' ? t('imports.all_problems') : nameOf(kind),
              count: areAll ? (kinds.get(kind) ?? faults).length : undefined,
            }))}
            onChange={choose}
          />
        </div>
      )}
      <FaultTable job={job} faults={shown} />
    </>
  )
}

/** The code of problems between two rows of the file, in any column. */
const REPEATED = 'repeated'

function kindOf({ column, row }: RowFault): string {
  return row === null ? String(column) : REPEATED
}

/** The number of rows that leaves the import button in view. */
const FIRST = 8

interface FaultTableProps {
  job: Import
  faults: readonly { row: Row; fault: RowFault }[]
}

function FaultTable({ job, faults }: FaultTableProps) {
  const i18n = useI18n()
  const { t, number } = i18n
  const [all, setAll] = useState(false)
  const isCut = !all && faults.length > FIRST
  return (
    <div className="faulty-rows">
      <table>
        <thead>
          <tr>
            <th scope="col" className="r">
              {t('imports.row')}
            </th>
            <th scope="col">{t('imports.value')}</th>
            <th scope="col">{t('imports.problem')}</th>
          </tr>
        </thead>
        <tbody>
          {(isCut ? faults.slice(0, FIRST) : faults).map(({ row, fault }, place) => (
            // A row may have several, and the list is replaced as a whole.
            <tr key={place}>
              <td className="r num soft">{number(row.number)}</td>
              <td>
                <span className="bad-value">{cellOf(row, fault, i18n)}</span>
              </td>
              <td>{problemOf(fault, job, i18n)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && (
        <p className="pad all">
          <Button onClick={() => setAll(true)}>{t('attention.show_all', { number: number(faults.length) })}</Button>
        </p>
      )}
    </div>
  )
}

function cellOf({ cells }: Row, { column }: RowFault, { t }: I18n): string {
  if (column === null) return t('imports.whole_row')
  return cells[column] || t('imports.empty')
}

/** The text of a problem. In English, the server's message is the most exact; it follows the name of the column. */
function problemOf({ column, code, text, row }: RowFault, { columns }: Import, { t, language }: I18n): string {
  if (row !== null) return t('imports.fault_repeated', { row })
  const name = column === null ? undefined : columns[column]?.name
  if (language !== 'en') return codeText(code, t)
  return name === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : `${name} ${text}`
}

/** The file as it came, with what became of each row. */
export function DownloadResults({ id }: { id: string }) {
  const { t } = useI18n()
  const download = useDownload()
  return (
    <Button onClick={() => void download({ what: 'import', id })}>
      <Download className="icon" aria-hidden />
      {t('imports.download')}
    </Button>
  )
}
