import { Download } from 'lucide-react'
import { codeText } from '../door/fault.ts'
import { useDownload } from '../door/files.ts'
import { useAnswer } from '../door/hooks.ts'
import type { Item } from '../door/operations.ts'
import { Button } from '../parts/button.tsx'
import { Answered } from '../parts/states.tsx'
import { useWords, type Words } from '../words/words.ts'
import type { Import } from './job.ts'

type Row = Item<'listImportRows'>
type RowFault = Row['faults'][number]

/** Rows with what is wrong with them: the first ones, the others are in the file with the results. */
export function FaultyRows({ job, fate }: { job: Import; fate: 'faulty' | 'left' }) {
  const words = useWords()
  const { say, number } = words
  const query = useAnswer('listImportRows', { id: job.id, fate })
  return (
    <Answered query={query}>
      {({ data }) => (
        <div className="table faulty-rows">
          <table>
            <thead>
              <tr>
                <th scope="col" className="r">
                  {say('imports.row')}
                </th>
                <th scope="col">{say('imports.value')}</th>
                <th scope="col">{say('imports.problem')}</th>
              </tr>
            </thead>
            <tbody>
              {data.flatMap((row) =>
                row.faults.map((fault, index) => (
                  <tr key={`${row.number} ${index}`}>
                    <td className="r num soft">{number(row.number)}</td>
                    <td>
                      <span className="bad-value">{cellOf(row, fault, words)}</span>
                    </td>
                    <td>{problemOf(fault, job, words)}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
    </Answered>
  )
}

function cellOf({ cells }: Row, { column }: RowFault, { say }: Words): string {
  if (column === null) return say('imports.whole_row')
  return cells[column] || say('imports.empty')
}

/** In English the server's own words are the most exact; they follow the name of the column. */
function problemOf({ column, code, text, row }: RowFault, { columns }: Import, { say, language }: Words): string {
  if (row !== null) return say('imports.fault_repeated', { row })
  const name = column === null ? undefined : columns[column]?.name
  if (language !== 'en') return codeText(code, say)
  return name === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : `${name} ${text}`
}

/** The file as it came, with what became of each row. */
export function DownloadResults({ id }: { id: string }) {
  const { say } = useWords()
  const download = useDownload()
  return (
    <Button onClick={() => void download({ what: 'import', id })}>
      <Download className="icon" aria-hidden />
      {say('imports.download')}
    </Button>
  )
}
