import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchNode } from '../support/nodes.ts'

const folder = fileURLToPath(new URL('../../', import.meta.url))
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const npm = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' }

let empty = ''
let tarball = ''
beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'mcp-bridge-package-'))
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', empty, '--json'], folder)
  tarball = join(empty, JSON.parse(stdout)[0].filename)
})
afterAll(() => rmSync(empty, { recursive: true, force: true }))

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function run(command: string, args: string[], cwd = empty, environment: Record<string, string> = {}): Promise<Ended> {
  const env = { ...process.env, ...npm, ...environment }
  return new Promise((resolve) => {
    const child = execFile(command, args, { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
    child.stdin?.end(environment.INPUT ?? '')
  })
}

test('the package has one program, no install script, and one dependency, which is optional', async () => {
  const { stdout } = await run('tar', ['-tf', tarball])
  expect(stdout.trim().split('\n').sort()).toEqual([
    'package/LICENSE',
    'package/PRIVACY.md',
    'package/README.md',
    'package/dist/THIRD-PARTY-LICENSES.txt',
    'package/dist/mcp-bridge.js',
    'package/package.json',
  ])
  expect(Object.keys(manifest.scripts).filter((name) => /install|prepare/.test(name))).toEqual([])
  expect(manifest.dependencies ?? {}).toEqual({})
  expect(Object.keys(manifest.optionalDependencies)).toEqual(['@napi-rs/keyring'])
  const program = readFileSync(join(folder, 'dist/mcp-bridge.js'), 'utf8')
  expect(program).not.toContain(folder)
})

test('the package is built before it is packed, and publint reports nothing', async () => {
  expect(manifest.scripts.prepack).toContain('require-built')
  const { messages } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer }, strict: true })
  expect(messages).toEqual([])
})

test('the package includes the licences of bundled packages', () => {
  const notices = readFileSync(join(folder, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['commander', 'oauth4webapi', 'eventsource-parser', 'jsonc-parser', 'open', 'tough-cookie'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  expect(notices.match(/Permission is hereby granted|Redistribution and use/g)?.length).toBeGreaterThan(10)
})

const PING = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`

describe.each(['22', '24'])('with Node %s', (major) => {
  test('npx runs the tarball in an empty folder', { timeout: 120_000 }, async ({ skip }) => {
    const node = await fetchNode(major)
    if (typeof node !== 'string') return skip(node.reason)
    const own = mkdtempSync(join(empty, 'npx-'))
    writeFileSync(join(own, 'input'), PING)
    const environment = {
      PATH: `${join(node, '..')}:${process.env.PATH}`,
      MCP_BRIDGE_HOME: join(own, 'state'),
      INPUT: PING,
    }
    // What is optional is left out here: its absence must cost nothing.
    const args = [
      '--yes',
      '--offline',
      '--omit=optional',
      `--package=${tarball}`,
      '--',
      'mcp-bridge',
      'http://127.0.0.1:9/mcp',
    ]
    const { stdout, stderr, code } = await run('npx', args, own, {
      ...environment,
      npm_config_cache: join(own, 'cache'),
    })
    expect(stderr).not.toMatch(/Error/)
    expect(stdout).toBe(`${JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })}\n`)
    expect(code).toBe(0)
    expect(readdirSync(own).sort()).toEqual(['cache', 'input'])
  })
})

describe.each(['18', '20'])('with Node %s', (major) => {
  test('the error names the required Node in one sentence', { timeout: 120_000 }, async ({ skip }) => {
    const node = await fetchNode(major)
    if (typeof node !== 'string') return skip(node.reason)
    const { code, stdout, stderr } = await run(node, [join(folder, 'dist/mcp-bridge.js'), 'http://127.0.0.1:9/mcp'])
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(
      new RegExp(`^mcp-bridge needs Node 22\\.19 or newer, and this is Node ${major}\\.[^\\n]+\\n$`),
    )
  })
})

test('the official tool accepts the bundle for Claude Desktop', { timeout: 60_000 }, async () => {
  const file = join(empty, 'bridge.mcpb')
  const packed = await run(process.execPath, [join(folder, 'scripts/build-mcpb.mjs'), file])
  expect(packed.stderr).toBe('')
  const tool = join(folder, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
  const { code } = await run(process.execPath, [tool, 'unpack', file, join(empty, 'unpacked')])
  expect(code).toBe(0)
  expect((await run(process.execPath, [tool, 'validate', join(empty, 'unpacked')])).code).toBe(0)
  const bundle = JSON.parse(readFileSync(join(empty, 'unpacked/manifest.json'), 'utf8'))
  const { user_config: asked, server } = bundle
  expect(
    readFileSync(join(empty, 'unpacked', bundle.icon))
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  // With the address of the project, it names its page about privacy; the text is in the bundle in any case.
  const { HOME }: { HOME: string } = await import(new URL('../../../../scripts/project.mjs', import.meta.url).href)
  const policies = HOME === '' ? undefined : [expect.stringMatching(/^https:.*PRIVACY\.md$/)]
  expect(bundle.privacy_policies).toEqual(policies)
  expect(existsSync(join(empty, 'unpacked/PRIVACY.md'))).toBe(true)
  expect(asked.token.sensitive).toBe(true)
  const environment = { ...server.mcp_config.env, MCP_BRIDGE_URL: 'http://127.0.0.1:9/mcp', INPUT: PING }
  const home = { MCP_BRIDGE_HOME: join(empty, 'state') }
  const { stdout } = await run(process.execPath, [join(empty, 'unpacked', server.entry_point)], empty, {
    ...environment,
    ...home,
  })
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: {} })
})
