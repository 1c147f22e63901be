import type { Caller, Operation } from '@handrail/core'
import { mayOptionally, OPERATIONS } from '@handrail/core/internal'
import type { Tool } from '@modelcontextprotocol/server'
import { isRouted, pathOf } from '../../rest/routed.ts'
import { toolMetaOf, type View } from '../views/views.ts'
import { type Draw, drawNothing } from './drawing.ts'
import { withheldOf } from './hidden.ts'
import { hintsOf } from './hints.ts'
import { inputSchemaOf, outputSchemaOf } from './schemas.ts'

/** The tools of the specification, in its order. */
const SPECIFIED = OPERATIONS.filter(({ tool }) => tool && !tool.scope)
/** Those beyond it, each behind a scope of our own. */
const OWN = OPERATIONS.filter(({ tool }) => tool?.scope)
const TOOLS = [...SPECIFIED, ...OWN]

/** The tools of a caller. */
interface ToolList {
  tools: Tool[]
  /** The same in JSON. */
  text: string
}

export interface Tools {
  /** The operation behind a tool, whether or not the caller may use it; undefined when there is no such tool. */
  find(name: string): Operation | undefined
  /**
   * The tools whose scope the caller holds: those of the specification first.
   * @param showsViews whether the client shows views: only there are tools that are for views alone
   */
  listFor(caller: Caller, showsViews?: boolean): ToolList
  draw: Draw
}

/** Lists are made and serialised once for each set of scopes. */
export function createTools(draw = drawNothing): Tools {
  const byName = new Map(TOOLS.map((operation) => [nameOf(operation), operation]))
  const lists = new Map<string, ToolList>()
  // A caller who is remembered between requests has the same object.
  const known = {
    withViews: new WeakMap<Caller['rights'], ToolList>(),
    without: new WeakMap<Caller['rights'], ToolList>(),
  }

  function listOf(caller: Caller, showsViews: boolean): ToolList {
    const open = TOOLS.filter((each) => isOpenTo(each, caller.rights) && (showsViews || !each.tool?.isOfView))
    const key = open.map((each) => `${nameOf(each)}${mayOptionally(each, caller) ? '+' : ''}`).join()
    let list = lists.get(key)
    if (!list) {
      const tools = open.map((each) => definitionOf(each, caller))
      list = { tools, text: JSON.stringify(tools) }
      lists.set(key, list)
    }
    return list
  }

  return {
    draw,
    find: (name) => byName.get(name),
    listFor(caller, showsViews = false) {
      const remembered = showsViews ? known.withViews : known.without
      let list = remembered.get(caller.rights)
      if (!list) {
        list = listOf(caller, showsViews)
        remembered.set(caller.rights, list)
      }
      return list
    },
  }
}

function definitionOf(operation: Operation, caller: Caller): Tool {
  const { summary, description, tool } = operation
  const name = nameOf(operation)
  return {
    name,
    title: titleOf(name),
    description: [`${summary}.`, tool?.scope ? wordsForModels(description) : description, tool?.guidance]
      .filter(Boolean)
      .join(' '),
    // Both are made from schemas of objects.
    inputSchema: inputSchemaOf(operation, caller) as Tool['inputSchema'],
    ...(!tool?.scope && {
      outputSchema: outputSchemaOf(operation, {
        lister: listerOf(operation),
        beside: besideOf(operation),
        withheld: withheldOf(operation, caller),
      }) as NonNullable<Tool['outputSchema']>,
    }),
    annotations: hintsOf(operation, caller),
    ...(tool?.view && { _meta: toolMetaOf(tool.view, tool.isOfView) }),
  }
}

/** The first paragraph of a description: the others are for readers of the reference. */
function wordsForModels(description: string | undefined): string | undefined {
  return description?.split('\n\n')[0]
}

/** The name of the tool of an operation. */
function nameOf({ name, tool }: Operation): string {
  return tool?.name ?? name
}

/** The right that a caller needs for a tool. */
export function rightOf({ access, tool }: Pick<Operation, 'access' | 'tool'>): Operation['access'] {
  return tool?.scope ?? access
}

/** Whether a caller sees a tool: with the scope of the tool, and with one that suffices for what it does. */
function isOpenTo(operation: Operation, rights: Caller['rights']): boolean {
  const { access, scope = access, otherScope = scope } = operation
  return rights.has(rightOf(operation)) && (rights.has(scope) || rights.has(otherScope))
}

/** Whether a caller has tools beyond those of the specification. */
export function hasOwnTools({ rights }: Pick<Caller, 'rights'>): boolean {
  return OWN.some((tool) => isOpenTo(tool, rights))
}

/** The rights of the tools of a view, each of which opens it. */
export function rightsOfView(view: View): Operation['access'][] {
  return OWN.filter(({ tool }) => tool?.view === view).map(rightOf)
}

/** The title for people: `list_webhook_endpoints` is "List webhook endpoints". */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The tool that lists the records that this tool is about. */
export function listerOf(operation: Operation): Operation | undefined {
  if (!isRouted(operation)) return undefined
  const route = `GET ${pathOf(operation).replace(/\/:id$/, '')}`
  return SPECIFIED.find((tool) => tool.route === route)
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
