import type { RawSql } from '../dialect.ts'
import type { Condition } from './condition.ts'

export async function deleteSome(connection: RawSql, table: string, conditions: readonly Condition[], limit: number) {
  const matching = conditions.map(([column, comparison]) => `"${column}" ${comparison} ?`).join(' and ')
  const some = `select rowid from "${table}" where ${matching} limit ?`
  return connection.run(`delete from "${table}" where rowid in (${some})`, [...conditions.map((one) => one[2]), limit])
}
