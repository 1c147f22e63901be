import type { Caller, Operation } from '@handrail/core'
import { OPERATIONS } from '@handrail/core/internal'
import type { Tool } from '@modelcontextprotocol/server'
import { isRouted, methodOf, pathOf } from '../../rest/routed.ts'
import { withheldOf } from './hidden.ts'
import { inputSchemaOf, outputSchemaOf } from './schemas.ts'

/** The tools of the specification, in its order. */
const TOOLS = OPERATIONS.filter(({ tool }) => tool)

/** The tools of a caller. */
interface ToolList {
  tools: Tool[]
  /** The same in JSON. */
  text: string
}

export interface Tools {
  /** The operation behind a tool, whether or not the caller may use it; undefined when there is no such tool. */
  find(name: string): Operation | undefined
  /** The tools whose scope the caller holds. */
  listFor(caller: Caller): ToolList
}

/** Lists are made and serialised once for each set of scopes. */
export function createTools(): Tools {
  const byName = new Map(TOOLS.map((operation) => [operation.name, operation]))
  const lists = new Map<string, ToolList>()

  return {
    find: (name) => byName.get(name),
    listFor({ rights }) {
      const key = TOOLS.map(({ access }) => (rights.has(access) ? '1' : '0')).join('')
      let list = lists.get(key)
      if (!list) {
        const tools = TOOLS.filter(({ access }) => rights.has(access)).map((each) => definitionOf(each, { rights }))
        list = { tools, text: JSON.stringify(tools) }
        lists.set(key, list)
      }
      return list
    },
  }
}

function definitionOf(operation: Operation, caller: Pick<Caller, 'rights'>): Tool {
  const { name, summary, description, tool } = operation
  return {
    name,
    title: titleOf(name),
    description: [`${summary}.`, description, tool?.guidance].filter(Boolean).join(' '),
    // Both are made from schemas of objects.
    inputSchema: inputSchemaOf(operation) as Tool['inputSchema'],
    outputSchema: outputSchemaOf(operation, {
      lister: listerOf(operation),
      beside: besideOf(operation),
      withheld: withheldOf(operation, caller),
    }) as NonNullable<Tool['outputSchema']>,
    annotations: annotationsOf(operation),
  }
}

/** The title for people: `list_webhook_endpoints` is "List webhook endpoints". */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Hints for clients that ask a person before a tool runs. An update counts as destructive: it replaces what was there.
 */
function annotationsOf(operation: Operation): NonNullable<Tool['annotations']> {
  const method = isRouted(operation) ? methodOf(operation) : 'POST'
  if (method === 'GET') return { readOnlyHint: true, openWorldHint: false }
  if (method === 'POST') return { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
  return { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }
}

/** The tool that lists the records that this tool is about. */
export function listerOf(operation: Operation): Operation | undefined {
  if (!isRouted(operation)) return undefined
  const route = `GET ${pathOf(operation).replace(/\/:id$/, '')}`
  return TOOLS.find((tool) => tool.route === route)
}

/** The operation whose records are shown beside those of this tool, as declared by the list. */
export function besideOf(operation: Operation): Operation | undefined {
  return (listerOf(operation) ?? operation).tool?.beside
}

/** The tool that lists the records that an argument refers to: `list_contacts` for `contact_id`. */
export function finderOf(argument: string): Operation | undefined {
  const name = `list_${argument.replace(/_id$/, 's')}`
  return argument.endsWith('_id') ? TOOLS.find((tool) => tool.name === name) : undefined
}
