import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { follow, PROGRAM, type Spawned } from './follow.ts'

/** A folder of each test's own, and bridges in it; none stays behind. */
export function useBridges() {
  const running = new Set<ChildProcessWithoutNullStreams>()
  let home = ''
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'mcp-bridge-'))
  })
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  /** Nothing of the surroundings, such as a proxy, gets in. */
  const environmentOf = (own: Record<string, string> = {}) => ({
    PATH: process.env.PATH ?? '',
    HOME: home,
    MCP_BRIDGE_HOME: join(home, 'state'),
    MCP_BRIDGE_STORE: 'file',
    MCP_BRIDGE_BROWSER: '/bin/true',
    ...own,
  })

  function start(args: readonly string[], environment: Record<string, string> = {}): Spawned {
    const env = environmentOf(environment)
    const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: home, env })
    running.add(child)
    return follow(child, () => running.delete(child))
  }

  return { start, environmentOf, path: (...names: string[]) => join(home, ...names) }
}
