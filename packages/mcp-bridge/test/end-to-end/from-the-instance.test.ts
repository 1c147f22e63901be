import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useProgram } from '../../../../test/program.ts'

const program = useProgram()
const PING = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`
const PONG = `${JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })}\n`

/** The package that an instance serves, and its entity tag. */
const packageOf = (url: string, headers: Record<string, string> = {}) => fetch(`${url}/mcp-bridge.tgz`, { headers })

test('the configuration that an instance prints starts the bridge in an empty folder, and later without the instance', {
  timeout: 120_000,
}, async () => {
  const server = await program.serve(['--demo'])
  const [key = ''] = /hr_key_[\w-]+/.exec(server.stdout()) ?? []
  const folder = program.path('empty')
  mkdirSync(folder)
  // As the page about assistants prints it.
  const args = ['-y', '--prefer-offline', `${server.url}/mcp-bridge.tgz`, `${server.url}/mcp`]
  const ping = async () => {
    const { PATH, npm_config_registry, NODE_EXTRA_CA_CERTS } = process.env
    const environment = { PATH, npm_config_registry, NODE_EXTRA_CA_CERTS, HOME: folder, MCP_BRIDGE_TOKEN: key }
    const started = promisify(execFile)('npx', args, { cwd: folder, env: environment })
    started.child.stdin?.end(PING)
    return (await started).stdout
  }
  expect(await ping()).toBe(PONG)

  const tag = (await packageOf(server.url)).headers.get('etag') ?? ''
  expect((await packageOf(server.url, { 'if-none-match': tag })).status).toBe(304)
  server.kill('SIGTERM')
  await server.ended
  expect(await ping()).toBe(PONG)
})
