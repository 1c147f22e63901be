import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LEGACY_HOST } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'

const bridges = useBridges()
/** Nothing listens there, so there is always something to say on stderr. */
const NOBODY = 'http://127.0.0.1:9/mcp'

async function withBrokenStderr(environment: Record<string, string> = {}) {
  const bridge = bridges.start([NOBODY], { MCP_BRIDGE_LOG_LEVEL: 'debug', ...environment })
  bridge.child.stderr.destroy()
  await once(bridge.child.stderr, 'close')
  await bridge.request('initialize', LEGACY_HOST)
  for (let calls = 0; calls < 3; calls++) await bridge.request('tools/call', { name: 'x', arguments: {} })
  return bridge
}

test('a bridge with a closed stderr answers, and ends with its host', async () => {
  const bridge = await withBrokenStderr()
  bridge.endInput()
  expect(await bridge.ended).toEqual({ code: 0, signal: null })
})

test('a bridge with a closed stderr ends at SIGTERM', async () => {
  const bridge = await withBrokenStderr()
  bridge.child.kill('SIGTERM')
  expect(await bridge.ended).toEqual({ code: 0, signal: null })
})

test('a log file that cannot be written does not stop the bridge', async () => {
  mkdirSync(bridges.path('log'))
  const bridge = await withBrokenStderr({ MCP_BRIDGE_LOG_FILE: bridges.path('log') })
  bridge.endInput()
  expect(await bridge.ended).toEqual({ code: 0, signal: null })
})

test.runIf(existsSync('/dev/full'))('a full disk does not stop the bridge', async () => {
  const bridge = await withBrokenStderr({ MCP_BRIDGE_LOG_FILE: '/dev/full' })
  bridge.endInput()
  expect(await bridge.ended).toEqual({ code: 0, signal: null })
})
