import type { Context } from '../../context.ts'
import { existing } from '../../errors.ts'
import { findImport, rowsAtOnce, rowsOf } from '../../imports/store.ts'
import { csvLine } from '../csv.ts'
import { readInTurn } from './read-in-turn.ts'

const BATCH = 500

/** The original file of an import, with the outcome of each row. */
export async function* importAsCsv(context: Context, id: string): AsyncIterable<string> {
  const { caller, store } = context
  const key = { workspace_id: caller.workspace_id, id }
  const job = existing(await store.read((reader) => findImport(reader, key)))
  const { columns } = job
  const limit = rowsAtOnce(job, BATCH)
  yield csvLine(['Row', 'Result', 'Problem', ...columns.map(({ name }) => name)])
  for (let from = 0; ; ) {
    const rows = await readInTurn(context, () => store.read((reader) => rowsOf(reader, key, { from, limit })))
    yield rows
      .map(({ number, fate, faults, cells }) => {
        const problems = faults.map(({ column, text }) =>
          column === null ? text : `${columns[column]?.name ?? ''} ${text}`,
        )
        return csvLine([number, fate, problems.join('; '), ...columns.map((_, index) => cells[index] ?? '')])
      })
      .join('')
    if (rows.length < limit) return
    from = rows.at(-1)?.number ?? from
  }
}
