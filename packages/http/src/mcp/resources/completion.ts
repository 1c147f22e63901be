import { operations } from '@handrail/core'
import { invoke } from '@handrail/core/internal'
import type { CompleteResult } from '@modelcontextprotocol/server'
import { isObject } from '../../body/is-object.ts'
import type { Exchange, Params } from '../protocol/protocol.ts'

/** The limit of the protocol for one response. */
const MOST = 100

/** Completions of an argument: ids of guides by id or title, titles of guides, names of organisations; none for other arguments. */
export async function complete(exchange: Exchange, { argument }: Params): Promise<CompleteResult> {
  const { name, value } = isObject(argument) ? argument : {}
  const found = await valuesOf(exchange, name, typeof value === 'string' ? value : '')
  return { completion: { values: found.slice(0, MOST), hasMore: found.length > MOST } }
}

async function valuesOf({ context }: Exchange, name: unknown, typed: string): Promise<string[]> {
  if ((name === 'guide_id' || name === 'guide') && context.caller.rights.has(operations.listGuides.access)) {
    const { value } = await invoke(operations.listGuides, context, { per_page: MOST })
    const sought = typed.toLowerCase()
    const titled = value.data.filter(({ title }) => title.toLowerCase().includes(sought))
    if (name === 'guide') return [...new Set(titled.map(({ title }) => title))]
    return value.data.filter((guide) => guide.id.startsWith(sought) || titled.includes(guide)).map(({ id }) => id)
  }
  if (name === 'organisation' && context.caller.rights.has(operations.listOrganisations.access)) {
    const { value } = await invoke(operations.listOrganisations, context, { per_page: MOST, name: typed.slice(0, 255) })
    return [...new Set(value.data.map((organisation) => organisation.name))]
  }
  return []
}
