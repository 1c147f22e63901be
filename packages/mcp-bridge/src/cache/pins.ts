import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject, parseObject } from '../json.ts'
import { metaOf } from '../protocol/revisions.ts'
import type { Tool } from '../protocol/tool.ts'
import { nameOf, writeSmallFile } from './files.ts'

/** How each tool of a server looked when it was seen first, so that a change can be reported before the tool is used. */
export interface Pins {
  /** Pins all tools where none is yet; later only what `takesNew` says, since what came later may be there to lure. */
  see(tools: readonly JsonObject[], takesNew: boolean): void
  /** The difference of a tool to the pinned ones: `changed`, `new`, or none. */
  compare(tool: Tool): 'changed' | 'new' | undefined
  /** How the tool looked; undefined where it is not pinned, or by a former version, which kept no more than a hash. */
  previous(name: string): JsonObject | undefined
  names(): string[]
  /** From here on, the tool is what it is now. */
  accept(tool: Tool): void
  /** From here on, these are all tools, and as they are now. */
  acceptAll(tools: readonly JsonObject[]): void
  /** Forgets them all: every tool is pinned anew when it is seen. */
  forget(): void
}

const FORMAT = 1
/** Names the view of a tool as drafts of MCP Apps did; hosts still heed it. */
const FORMER_VIEW = 'ui/resourceUri'

/** The file is read again for each question: another process may have accepted what changed. */
export function openPins({ folder, url, profile }: { folder: string; url: URL; profile: string }): Pins {
  const file = join(folder, `${nameOf(url.href, profile)}.pins.json`)

  function read(): Record<string, unknown> {
    try {
      const content = parseObject(readFileSync(file, 'utf8'))
      return content?.format === FORMAT && isObject(content.tools) ? content.tools : {}
    } catch {
      // None yet, or none that can be read: then what is seen now is the first.
      return {}
    }
  }

  const write = (tools: JsonObject) => writeSmallFile(folder, file, { format: FORMAT, url: url.href, profile, tools })

  return {
    see(tools, takesNew) {
      const known = read()
      if (!takesNew && Object.keys(known).length > 0) return
      const fresh = namedIn(tools).filter(({ name }) => !Object.hasOwn(known, name))
      if (fresh.length > 0) write({ ...known, ...pinned(fresh) })
    },
    compare(tool) {
      const known = read()
      if (Object.keys(known).length === 0) return undefined
      if (!Object.hasOwn(known, tool.name)) return 'new'
      const before = known[tool.name]
      const isSame = typeof before === 'string' ? before === hashOf(tool) : isDeepStrictEqual(before, shownOf(tool))
      return isSame ? undefined : 'changed'
    },
    previous(name) {
      const before = read()[name]
      return isObject(before) ? before : undefined
    },
    names: () => Object.keys(read()),
    accept: (tool) => write({ ...read(), ...pinned([tool]) }),
    acceptAll: (tools) => write(pinned(namedIn(tools))),
    forget: () => write({}),
  }
}

function namedIn(tools: readonly JsonObject[]): Tool[] {
  return tools.filter((tool): tool is Tool => typeof tool.name === 'string')
}

function pinned(tools: readonly Tool[]): JsonObject {
  return Object.fromEntries(tools.map((tool) => [tool.name, shownOf(tool)]))
}

/**
 * All that the model and the person get to see of a tool, its view (MCP Apps) included: a page in which the person acts,
 * and who may call the tool. The order of members means nothing.
 */
export function shownOf(tool: JsonObject): JsonObject {
  const { title, description, inputSchema, outputSchema, annotations } = tool
  const { ui, [FORMER_VIEW]: former } = metaOf(tool)
  const view = ui !== undefined || former !== undefined ? { ui, [FORMER_VIEW]: former } : undefined
  const shown = { title, description, inputSchema, outputSchema, annotations, _meta: view }
  // As it comes back from the file.
  return JSON.parse(JSON.stringify(sorted(shown)))
}

/** As a former version kept it. */
function hashOf(tool: JsonObject): string {
  return createHash('sha256')
    .update(JSON.stringify(shownOf(tool)))
    .digest('base64url')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
