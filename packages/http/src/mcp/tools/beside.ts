import type { Operation } from '@handrail/core'
import { invoke } from '@handrail/core/internal'
import { isObject } from '../../body/is-object.ts'
import type { Exchange, Params } from '../protocol/protocol.ts'
import { besideOf } from './tools.ts'

/** Adds the records that a tool shows beside its result, such as names for ids, which saves further calls. */
export async function withBeside(operation: Operation, { context }: Exchange, value: Params): Promise<Params> {
  const beside = besideOf(operation)
  if (!beside || !context.caller.rights.has(beside.access)) return value
  const { data, ...others } = value
  const records: Params[] = (Array.isArray(data) ? data : [data]).filter(isObject)
  if (records.length === 0) return value
  const { value: told } = await invoke(beside, context, { ids: records.map(({ id }) => id) })
  // Such operations return records with the id of the record that they belong to.
  const described = new Map(((told as Params).data as Params[]).map((each) => [each.id, each]))
  const whole = records.map((record) => ({ ...described.get(record.id), ...record }))
  return { data: Array.isArray(data) ? whole : whole[0], ...others }
}
