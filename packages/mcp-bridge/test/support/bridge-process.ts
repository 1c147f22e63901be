import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject } from '../../src/json.ts'
import type { Id, Message } from '../../src/protocol/messages.ts'

const folder = fileURLToPath(new URL('../../', import.meta.url))

/** The built program where it is newer than its sources, otherwise the sources. */
export const PROGRAM = isBuilt() ? join(folder, 'dist/mcp-bridge.js') : join(folder, 'src/mcp-bridge.ts')

export interface BridgeProcess {
  /** Sends a request and waits for its answer. */
  request(method: string, params?: JsonObject): Promise<Message>
  /** Sends a request without waiting. @returns its id */
  begin(method: string, params?: JsonObject): number
  /** Waits for the answer to an id. */
  answer(id: Id | null): Promise<Message>
  notify(method: string, params?: JsonObject): void
  write(text: string): void
  /** Waits for a message of the bridge's own: a notification, or a request. */
  told(method: string, count?: number): Promise<Message>
  messages: Message[]
  /** Lines on stdout that are no JSON. */
  noise: string[]
  stderr(): string
  child: ChildProcessWithoutNullStreams
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  endInput(): void
}

/** Speaks JSON-RPC with a bridge that was started. */
export function speakWith(child: ChildProcessWithoutNullStreams, onEnd: () => void): BridgeProcess {
  const messages: Message[] = []
  const noise: string[] = []
  const waiting = new Set<() => void>()
  let stderr = ''
  let unread = ''
  let nextId = 1
  child.stderr.on('data', (chunk) => {
    stderr += chunk
    for (const look of waiting) look()
  })
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    const lines = (unread + chunk).split('\n')
    unread = lines.pop() ?? ''
    for (const line of lines) take(line)
    for (const look of waiting) look()
  })
  child.stdin.on('error', () => undefined)

  function take(line: string) {
    try {
      const value: unknown = JSON.parse(line)
      messages.push(...((Array.isArray(value) ? value : [value]) as Message[]))
    } catch {
      noise.push(line)
    }
  }

  function find(what: string, matches: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`No ${what}. It said:\n${stderr}\n${messages.map((one) => JSON.stringify(one)).join('\n')}`))
      }, 15_000)
      function look() {
        const found = messages.find(matches)
        if (!found) return
        clearTimeout(late)
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  }

  const write = (text: string) => void child.stdin.write(text)
  const send = (message: object) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const begin = (method: string, params?: JsonObject) => {
    const id = nextId++
    send({ id, method, ...(params && { params }) })
    return id
  }
  const answer = (id: Id | null) => find(`answer to ${id}`, (one) => one.method === undefined && one.id === id)

  return {
    begin,
    answer,
    request: (method, params) => answer(begin(method, params)),
    notify: (method, params) => send({ method, ...(params && { params }) }),
    write,
    told: (method, count = 1) => {
      let seen = 0
      return find(method, (one) => {
        if (messages[0] === one) seen = 0
        return one.method === method && ++seen >= count
      })
    },
    messages,
    noise,
    stderr: () => stderr,
    child,
    ended: new Promise((resolve) => {
      child.once('close', (code, signal) => {
        onEnd()
        resolve({ code, signal })
      })
    }),
    endInput: () => child.stdin.end(),
  }
}

function isBuilt(): boolean {
  const built = join(folder, 'dist/mcp-bridge.js')
  if (!existsSync(built)) return false
  const all = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  const sources = all.filter((name) => /(?<!\.test)\.ts$/.test(name))
  const newest = Math.max(...sources.map((name) => statSync(join(folder, 'src', name)).mtimeMs))
  return newest < statSync(built).mtimeMs
}

export const LEGACY_HOST = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'host', version: '1' },
}

/** The envelope of a modern host. */
export function modern(params: JsonObject = {}, capabilities: JsonObject = {}): JsonObject {
  return {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1' },
    },
  }
}

/** Text of a tool's result. */
export function textOf({ result }: Message): string {
  const [first] = (result?.content ?? []) as { text?: string }[]
  return first?.text ?? ''
}

/** Names of the tools in an answer. */
export function toolNames({ result }: Message): string[] {
  return ((result?.tools ?? []) as { name: string }[]).map(({ name }) => name)
}
