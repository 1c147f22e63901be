import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { parse } from 'smol-toml'
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
  windsurf: ['.codeium', 'windsurf', 'mcp_config.json'],
  'gemini-cli': ['.gemini', 'settings.json'],
  'claude-code-user': ['.claude.json'],
  'codex-cli': ['.codex', 'config.toml'],
}

async function install(args: string[], input = '', url = URL_OF_SERVER, command = 'install') {
  const bridge = bridges.start([command, url, ...args])
  let stdout = ''
  bridge.child.stdout.on('data', (chunk) => (stdout += chunk))
  bridge.write(input)
  if (input === '') bridge.endInput()
  const { code } = await bridge.ended
  return { code, stdout, stderr: bridge.stderr() }
}

const read = (...names: string[]) => readFileSync(bridges.path(...names), 'utf8')
const settingsOf = (client: string, ...names: string[]) =>
  client === 'codex-cli'
    ? parse(read(...names)).mcp_servers
    : JSON.parse(read(...names))[client === 'vscode' ? 'servers' : 'mcpServers']

test.runIf(process.platform === 'linux').each(Object.entries(FILES))(
  'install and uninstall for %s add and remove the entry',
  async (client, names) => {
    expect(await install(['--client', client, '--yes', '--read-only', '--profile', 'work'])).toMatchObject({ code: 0 })
    expect(settingsOf(client, ...names)['onboarding-work']).toMatchObject({
      command: process.execPath,
      args: [PROGRAM, URL_OF_SERVER, '--profile', 'work', '--read-only'],
    })
    expect(await install(['--client', client, '--yes'])).toMatchObject({ code: 0 })
    expect(Object.keys(settingsOf(client, ...names))).toEqual(['onboarding-work', 'onboarding'])
    const removed = await install(['--client', client, '--yes', '--profile', 'work'], '', URL_OF_SERVER, 'uninstall')
    expect(removed).toMatchObject({ code: 0 })
    expect(Object.keys(settingsOf(client, ...names))).toEqual(['onboarding'])
    const again = await install(['--client', client, '--yes', '--profile', 'work'], '', URL_OF_SERVER, 'uninstall')
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no such entry') })
  },
)

test('install: the entry of another server or account is not replaced', async () => {
  const other = 'https://onboarding.elsewhere.example/mcp'
  await install(['--client', 'cursor', '--yes'])
  await install(['--client', 'cursor', '--yes'], '', other)
  await install(['--client', 'cursor', '--yes', '--profile', 'home'])
  const names = ['onboarding', 'onboarding-elsewhere-example', 'onboarding-home']
  expect(Object.keys(settingsOf('cursor', '.cursor', 'mcp.json'))).toEqual(names)
  const before = read('.cursor', 'mcp.json')
  const refused = await install(['--client', 'cursor', '--yes', '--name', 'onboarding'], '', other)
  expect(refused.stderr).toMatch(
    /"onboarding" is there already, for https:\/\/onboarding\.example\.com\/mcp with the profile default/,
  )
  expect((await install(['--client', 'cursor', '--name', 'onboarding'], 'no\n', other)).stderr).toContain('Replace it?')
  expect(read('.cursor', 'mcp.json')).toBe(before)
  await install(['--client', 'cursor', '--name', 'onboarding'], 'yes\nyes\n', other)
  expect(settingsOf('cursor', '.cursor', 'mcp.json').onboarding.args).toContain(other)
})

test('install: a symbolic link and the mode of the file are preserved', async () => {
  mkdirSync(bridges.path('.cursor'))
  mkdirSync(bridges.path('dotfiles'))
  writeFileSync(bridges.path('dotfiles', 'mcp.json'), '{}', { mode: 0o640 })
  symlinkSync(bridges.path('dotfiles', 'mcp.json'), bridges.path('.cursor', 'mcp.json'))
  await install(['--client', 'cursor', '--yes'])
  expect(lstatSync(bridges.path('.cursor', 'mcp.json')).isSymbolicLink()).toBe(true)
  expect(read('dotfiles', 'mcp.json')).toContain('onboarding')
  expect(statSync(bridges.path('dotfiles', 'mcp.json')).mode & 0o777).toBe(0o640)
})

test('install: TOML keeps its comments, other tables and their order', async () => {
  const before = `# Mine
model = "x" # the best

[mcp_servers.onboarding]
command = "old" # gone soon

[mcp_servers.onboarding.env]
A = "1"

[mcp_servers."other one"]
command = "other"
args = [
  "a", # first
]

[tui]
theme = "dark"
`
  mkdirSync(bridges.path('.codex'))
  writeFileSync(bridges.path('.codex', 'config.toml'), before)
  const refused = await install(['--client', 'codex-cli', '--yes', '--name', 'onboarding'])
  expect(refused.stderr).toContain('is there already, for something else')
  await install(['--client', 'codex-cli', '--name', 'onboarding'], 'yes\nyes\n')
  const after = read('.codex', 'config.toml')
  expect(after).toContain('# Mine\nmodel = "x" # the best\n')
  expect(after).toContain('args = [\n  "a", # first\n]')
  expect(parse(after)).toMatchObject({
    model: 'x',
    mcp_servers: { onboarding: { args: [PROGRAM, URL_OF_SERVER] }, 'other one': { command: 'other', args: ['a'] } },
    tui: { theme: 'dark' },
  })
  const inline = 'mcp_servers = { onboarding = { command = "x" } }\n'
  writeFileSync(bridges.path('.codex', 'config.toml'), inline)
  const left = await install(['--client', 'codex-cli', '--name', 'onboarding'], 'yes\nyes\n')
  expect(left).toMatchObject({ code: 1, stderr: expect.stringMatching(/was not changed/) })
  expect(read('.codex', 'config.toml')).toBe(inline)
})

test('install: shows the change, asks, and makes a backup', async () => {
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

test('install and uninstall restore the file byte for byte', async () => {
  const texts: [string, string, string][] = [
    ['cursor', '.cursor/mcp.json', '{\n  // mine\n  "theme": "dark" /* at night */\n}'],
    [
      'cursor',
      '.cursor/mcp.json',
      '{\r\n\t"mcpServers": {\r\n\t\t"a": { "url": "https://a.example" }, // first\r\n\t},\r\n}\r\n',
    ],
    ['cursor', '.cursor/mcp.json', '{}'],
    ['codex-cli', '.codex/config.toml', '# Mine\nmodel = "x"   # the best'],
    ['codex-cli', '.codex/config.toml', '[tui]\r\ntheme = "dark"\r\n\r\n# more to come\r\n\r\n'],
  ]
  for (const [client, name, before] of texts) {
    const file = bridges.path(...name.split('/'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, before)
    await install(['--client', client, '--yes'])
    expect(readFileSync(file, 'utf8')).not.toBe(before)
    await install(['--client', client, '--yes'], '', URL_OF_SERVER, 'uninstall')
    expect(readFileSync(file, 'utf8')).toBe(before)
  }
})

test('install: backups never overwrite each other', async () => {
  const file = bridges.path('.cursor', 'mcp.json')
  mkdirSync(dirname(file))
  const texts = new Set<string>()
  for (let round = 0; round < 4; round++) {
    const text = `{ "round": ${round} }`
    writeFileSync(file, text)
    texts.add(text)
    await install(['--client', 'cursor', '--yes'])
  }
  const backups = readdirSync(dirname(file)).filter((name) => name.endsWith('.backup'))
  expect(new Set(backups.map((name) => read('.cursor', name)))).toEqual(texts)
})

test('install: an unanswered question is a failure, and changes nothing', async () => {
  const file = bridges.path('.cursor', 'mcp.json')
  mkdirSync(dirname(file))
  writeFileSync(file, '{}')
  const { code, stderr } = await install(['--client', 'cursor'])
  expect(code).toBe(1)
  expect(stderr).toContain('There was no answer, so nothing was changed: --yes writes without asking.')
  expect(readFileSync(file, 'utf8')).toBe('{}')
})

test('install --print writes nothing', async () => {
  const { stdout } = await install(['--client', 'vscode', '--print', '--name', 'mine'])
  expect(Object.keys(JSON.parse(stdout).servers)).toEqual(['mine'])
  expect(readdirSync(bridges.path())).toEqual([])
})

test('install: a file that is not JSON is not changed', async () => {
  const file = bridges.path('.mcp.json')
  writeFileSync(file, '{ broken')
  const { code, stderr } = await install(['--client', 'claude-code', '--yes'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/was not changed: it is not valid JSON \(line 1\): correct it first; nothing was changed\./)
  expect(readFileSync(file, 'utf8')).toBe('{ broken')
  expect((await install(['--yes'])).stderr).toContain('--client claude-desktop|claude-code|')
})

test.skipIf(!PROGRAM.endsWith('dist/mcp-bridge.js'))('deleting the credentials keeps the packages of npx', async () => {
  const fetched = bridges.path('.npm', '_npx', '1a2b', 'node_modules', '@handrail', 'mcp-bridge')
  cpSync(dirname(PROGRAM), `${fetched}/dist`, { recursive: true })
  cpSync(`${dirname(dirname(PROGRAM))}/package.json`, `${fetched}/package.json`)
  const env = bridges.environmentOf()
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { env, encoding: 'utf8', cwd: bridges.path() })
  run(`${fetched}/dist/mcp-bridge.js`, 'install', URL_OF_SERVER, '--client', 'cursor', '--yes')
  rmSync(bridges.path('.npm'), { recursive: true })
  const [script = ''] = JSON.parse(readFileSync(bridges.path('.cursor', 'mcp.json'), 'utf8')).mcpServers.onboarding.args
  expect(existsSync(env.MCP_BRIDGE_HOME ?? '')).toBe(false)
  run(script, 'clear-cache')
  rmSync(bridges.path('state'), { recursive: true, force: true })
  expect(run(script, '--version')).toMatch(/^\d/)
  // It says how it can be started from here, not by a name that is not on the PATH.
  expect(run(script, 'login', '--help')).toContain(`${process.execPath} ${script} login https://`)
})
