import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach } from 'vitest'
import { type BridgeProcess, LEGACY_HOST, PROGRAM, speakWith } from './bridge-process.ts'

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

  function start(
    args: readonly string[],
    environment: Record<string, string> = {},
    node = process.execPath,
  ): BridgeProcess {
    const env = environmentOf(environment)
    const child = spawn(node, [PROGRAM, ...args], { cwd: home, env })
    running.add(child)
    return speakWith(child, () => running.delete(child))
  }

  /** Starts a bridge and ends it, so that what the server answered is in the cache. */
  async function use(url: string, args: string[] = []): Promise<void> {
    const bridge = start([url, ...args])
    await bridge.request('initialize', LEGACY_HOST)
    await bridge.request('tools/list')
    // The server's word on itself comes in the background.
    await sleep(100)
    bridge.endInput()
    await bridge.ended
  }

  return { start, use, environmentOf, path: (...names: string[]) => join(home, ...names) }
}

/** Servers that stop with their test. @returns what hands on a server that is starting */
export function useServers() {
  const stopping: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stopping.splice(0)) await stop()
  })
  return async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const server = await starting
    stopping.push(server.stop)
    return server
  }
}
