import type { RawSql } from '../dialect.ts'
import type { Condition } from './condition.ts'

export async function deleteSome(connection: RawSql, table: string, conditions: readonly Condition[], limit: number) {
  const matching = conditions.map(([column, comparison], i) => `"${column}" ${comparison} $${i + 1}`).join(' and ')
  const some = `select ctid from "${table}" where ${matching} limit $${conditions.length + 1}`
  const values = [...conditions.map((one) => one[2]), limit]
  return connection.run(`delete from "${table}" where ctid = any(array(${some}))`, values)
}
