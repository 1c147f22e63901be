import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { isBuilt, root } from './built.ts'

const START_MS = 60_000

/** Node keeps what it has compiled: the tests start the same program some hundred times. */
const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }

/** How a run of the program ended. */
export interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Run {
  input?: string
  environment?: Record<string, string>
  /** Flags of Node itself. */
  node?: readonly string[]
}

/** A server that has said that it is ready. */
export interface Server {
  url: string
  /** The output so far. */
  stdout(): string
  /** The log so far. */
  stderr(): string
  kill(signal: NodeJS.Signals): void
  ended: Promise<Finished>
}

/** A folder of each test's own, in which it may start as many programs as it likes; nothing stays behind. */
export function useProgram() {
  const running = new Set<ChildProcess>()
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-program-'))
  })
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Nothing of the surroundings, such as a PORT, gets in. */
  const environmentOf = ({ environment }: Run) => ({
    PATH: process.env.PATH,
    HANDRAIL_DATA: join(folder, 'data'),
    HANDRAIL_CALLED_AS: 'handrail',
    ...environment,
  })

  function start(args: readonly string[], { input, node = [], ...options }: Run = {}) {
    const env = { ...COMPILED, ...environmentOf(options) }
    const child = spawn(process.execPath, [...node, ...program(), ...args], { cwd: folder, env })
    running.add(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      output.stderr += chunk
    })
    // A program that refuses before it reads has no use for the input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    const ended = new Promise<Finished>((resolve) => {
      child.once('close', (code, signal) => {
        running.delete(child)
        resolve({ code, signal, ...output })
      })
    })
    return { child, output, ended }
  }

  /** Runs a command to its end, in a process of its own. */
  const run = (args: readonly string[], options?: Run) => start(args, options).ended

  /** Starts a server on a free port and waits until it is ready. */
  async function serve(args: readonly string[] = [], options?: Run): Promise<Server> {
    const { child, output, ended } = start(['serve', '--port', '0', ...args], options)
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`Not ready in time:\n${output.stdout}${output.stderr}`)), START_MS)
      child.stdout.on('data', () => {
        if (!output.stdout.includes('Stop it with')) return
        clearTimeout(late)
        resolve()
      })
      void ended.then(({ stderr }) => reject(new Error(`It ended:\n${stderr}`)))
    })
    const url = /Address +(\S+)/.exec(output.stdout)?.[1] ?? ''
    return {
      url,
      stdout: () => output.stdout,
      stderr: () => output.stderr,
      kill: (signal) => void child.kill(signal),
      ended,
    }
  }

  /** Starts a command that goes on until it is stopped. */
  function begin(args: readonly string[], options?: Run): Omit<Server, 'url'> {
    const { child, output, ended } = start(args, options)
    return {
      stdout: () => output.stdout,
      stderr: () => output.stderr,
      kill: (signal) => void child.kill(signal),
      ended,
    }
  }

  return { run, serve, begin, environmentOf, path: (name: string) => join(folder, name) }
}

/** The arguments of Node for the built program where it is newer than its sources, since it starts more quickly; otherwise the sources. */
export function program(): string[] {
  return isBuilt('apps/server', 'packages/core', 'packages/http')
    ? [join(root, 'apps/server/dist/handrail.js')]
    : ['--conditions', 'handrail-source', join(root, 'apps/server/src/handrail.ts')]
}

interface Answer {
  status: number
  headers: Headers
  /** Whatever the answer has. */
  json: ReturnType<typeof JSON.parse>
}

/** Calls the API; the answer's body as JSON. */
export async function call(
  url: string,
  token: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, json: text === '' ? undefined : JSON.parse(text) }
}
