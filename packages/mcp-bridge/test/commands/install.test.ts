import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { PROGRAM } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'

const bridges = useBridges()
const URL_OF_SERVER = 'https://onboarding.example.com/mcp'
const FILES = {
  'claude-desktop': ['.config', 'Claude', 'claude_desktop_config.json'],
  'claude-code': ['.mcp.json'],
  cursor: ['.cursor', 'mcp.json'],
  vscode: ['.config', 'Code', 'User', 'mcp.json'],
}

async function install(args: string[], input = '') {
  const bridge = bridges.start(['install', URL_OF_SERVER, ...args])
  let stdout = ''
  bridge.child.stdout.on('data', (chunk) => (stdout += chunk))
  bridge.write(input)
  if (input === '') bridge.endInput()
  const { code } = await bridge.ended
  return { code, stdout, stderr: bridge.stderr() }
}

test.runIf(process.platform === 'linux').each(Object.entries(FILES))('for %s it adds itself', async (client, names) => {
  const file = bridges.path(...names)
  expect(await install(['--client', client, '--yes', '--read-only', '--profile', 'work'])).toMatchObject({ code: 0 })
  const { mcpServers, servers } = JSON.parse(readFileSync(file, 'utf8'))
  expect((client === 'vscode' ? servers : mcpServers).onboarding).toMatchObject({
    command: process.execPath,
    args: [PROGRAM, URL_OF_SERVER, '--profile', 'work', '--read-only'],
  })
})

test('it shows the change, asks, and keeps a backup', async () => {
  const file = bridges.path('.cursor', 'mcp.json')
  const before = '{\n  // mine\n  "mcpServers": { "other": { "url": "https://example.com" } }\n}\n'
  mkdirSync(dirname(file))
  writeFileSync(file, before)
  const refused = await install(['--client', 'cursor'], 'no\n')
  expect(refused.stderr).toMatch(/\+ +"onboarding"/)
  expect(refused.stderr).toContain('Nothing was changed')
  expect(readFileSync(file, 'utf8')).toBe(before)

  const agreed = await install(['--client', 'cursor'], 'yes\n')
  expect(agreed.stderr).toContain('Done.')
  const [backup = ''] = readdirSync(dirname(file)).filter((name) => name.endsWith('.backup'))
  expect(readFileSync(`${dirname(file)}/${backup}`, 'utf8')).toBe(before)
  expect(readFileSync(file, 'utf8')).toContain('// mine')
  expect((await install(['--client', 'cursor', '--yes'])).stderr).toContain('has it already')
})

test('--print writes nothing', async () => {
  const { stdout } = await install(['--client', 'vscode', '--print', '--name', 'mine'])
  expect(Object.keys(JSON.parse(stdout).servers)).toEqual(['mine'])
  expect(readdirSync(bridges.path())).toEqual([])
})

test('what is no JSON is left alone', async () => {
  const file = bridges.path('.mcp.json')
  writeFileSync(file, '{ broken')
  const { code, stderr } = await install(['--client', 'claude-code', '--yes'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/was left alone: it is not valid JSON \(line 1\): correct it first; nothing was changed\./)
  expect(readFileSync(file, 'utf8')).toBe('{ broken')
  expect((await install(['--yes'])).stderr).toContain('--client claude-desktop|claude-code|cursor|vscode')
})

test.skipIf(!PROGRAM.endsWith('dist/mcp-bridge.js'))(
  'what npx fetched stays when the credentials are deleted',
  async () => {
    const fetched = bridges.path('.npm', '_npx', '1a2b', 'node_modules', '@handrail', 'mcp-bridge')
    cpSync(dirname(PROGRAM), `${fetched}/dist`, { recursive: true })
    cpSync(`${dirname(dirname(PROGRAM))}/package.json`, `${fetched}/package.json`)
    const env = bridges.environmentOf()
    const run = (...args: string[]) =>
      execFileSync(process.execPath, args, { env, encoding: 'utf8', cwd: bridges.path() })
    run(`${fetched}/dist/mcp-bridge.js`, 'install', URL_OF_SERVER, '--client', 'cursor', '--yes')
    rmSync(bridges.path('.npm'), { recursive: true })
    const [script = ''] = JSON.parse(readFileSync(bridges.path('.cursor', 'mcp.json'), 'utf8')).mcpServers.onboarding
      .args
    expect(existsSync(env.MCP_BRIDGE_HOME ?? '')).toBe(false)
    run(script, 'clear-cache')
    rmSync(bridges.path('state'), { recursive: true, force: true })
    expect(run(script, '--version')).toMatch(/^\d/)
    // It says how it can be started from here, not by a name that is not on the PATH.
    expect(run(script, 'login', '--help')).toContain(`${process.execPath} ${script} login https://`)
  },
)
