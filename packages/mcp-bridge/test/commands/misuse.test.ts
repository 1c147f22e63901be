import { expect, test } from 'vitest'
import { useBridges } from '../support/bridges.ts'

const bridges = useBridges()

async function run(args: string[], environment: Record<string, string> = {}) {
  const bridge = bridges.start(args, environment)
  let stdout = ''
  bridge.child.stdout.on('data', (chunk) => (stdout += chunk))
  bridge.endInput()
  const { code } = await bridge.ended
  return { code, stdout, stderr: bridge.stderr() }
}

test.each([
  [['instal'], {}, /There is no command "instal": did you mean \S+ \S+ install\?/],
  [['lgoin'], {}, /did you mean \S+ \S+ login\?/],
  [
    ['instal', 'https://a.example/mcp', '--client', 'cursor'],
    {},
    /There is no command "instal": did you mean \S+ \S+ install\?/,
  ],
  [['frobnicate', 'https://a.example/mcp'], {}, /There is no command "frobnicate": \S+ \S+ --help lists them\./],
  [['status', '--profil', 'x'], {}, /Did you mean --profile\?/],
  [
    ['status'],
    { MCP_BRIDGE_TOKN: 'secret-in-a-typo' },
    /MCP_BRIDGE_TOKN is not a setting: did you mean MCP_BRIDGE_TOKEN\?/,
  ],
  [['status'], { MCP_BRIDGE_NONSENSE: '1' }, /MCP_BRIDGE_NONSENSE is not a setting, and does nothing\./],
  [
    ['http://127.0.0.1:9/mcp'],
    { MCP_BRIDGE_TOKEN: 'one\ntwo' },
    /MCP_BRIDGE_TOKEN must be one token, without line breaks/,
  ],
])('%j with %j suggests the intended word', async (args, environment, sentence) => {
  const { stderr } = await run(args, environment)
  expect(stderr).toMatch(sentence)
  expect(stderr).not.toContain('secret-in-a-typo')
})

test('a secret in --header causes a warning; one from the environment or a file does not', async () => {
  const warning = /The value of (\S+) is in the command line, where other users .* \$\{NAME\}/
  const of = (...headers: string[]) =>
    run(['status', ...headers.flatMap((header) => ['--header', header])], { KEY: 'k' })
  const { stderr } = await of('X-Api-Key: very-secret')
  expect(warning.exec(stderr)?.[1]).toBe('X-Api-Key')
  expect(stderr).not.toContain('very-secret')
  expect((await of('Authorization: Bearer x')).stderr).toMatch(warning)
  const harmless = await of(`Authorization: Bearer ${'$'}{KEY}`, 'X-Trace: on', 'X-Token:')
  expect(harmless.stderr).not.toMatch(warning)
  expect((await run(['status'], { MCP_BRIDGE_HEADERS: 'X-Api-Key: very-secret' })).stderr).not.toMatch(warning)
})

test.each([
  [
    'login',
    ['--scopes', '--no-browser', '--token', 'MCP_BRIDGE_CLIENT_SECRET'],
    ['--read-only', '--tool-timeout', '--client <name>'],
  ],
  ['status', ['--json', '--profile'], ['--scopes', '--callback-port']],
  ['clear-cache', ['MCP_BRIDGE_HOME'], ['--profile', '--ca', 'MCP_BRIDGE_TOKEN']],
  ['install', ['--client', '--read-only', '--scopes'], ['--json']],
  ['doctor', ['--ca', '--profile'], ['--json', '--yes']],
])('the help of %s shows its flags, and an example', async (command, shown, hidden) => {
  const { stdout } = await run([command, '--help'])
  for (const flag of shown) expect(stdout).toContain(flag)
  for (const flag of hidden) expect(stdout).not.toContain(flag)
  expect(stdout).toMatch(new RegExp(`Examples:\n.* ${command}`))
})
