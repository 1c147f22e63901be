import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject, parseObject } from '../json.ts'
import type { Tool } from '../protocol/tool.ts'
import { nameOf, writeSmallFile } from './files.ts'

/** How each tool of a server looked when it was seen first, so that a change can be told of before the tool is used. */
export interface Pins {
  /** Pins the tools that were never seen before. */
  see(tools: readonly JsonObject[]): void
  isChanged(tool: Tool): boolean
  /** From here on, the tool is what it is now. */
  accept(tool: Tool): void
  /** Forgets them all: every tool is pinned anew when it is seen. */
  forget(): void
}

const FORMAT = 1

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
    see(tools) {
      const known = read()
      const fresh = tools.filter(({ name }) => typeof name === 'string' && !(name in known))
      if (fresh.length > 0) write({ ...known, ...Object.fromEntries(fresh.map((tool) => [tool.name, hashOf(tool)])) })
    },
    isChanged: (tool) => {
      const pinned = read()[tool.name]
      return pinned !== undefined && pinned !== hashOf(tool)
    },
    accept: (tool) => write({ ...read(), [tool.name]: hashOf(tool) }),
    forget: () => write({}),
  }
}

/** Of all that the model and the person get to see of a tool; the order of members means nothing. */
function hashOf({ title, description, inputSchema, outputSchema, annotations }: JsonObject): string {
  const shown = { title, description, inputSchema, outputSchema, annotations }
  return createHash('sha256')
    .update(JSON.stringify(sorted(shown)))
    .digest('base64url')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
