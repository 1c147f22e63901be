import { expect, test } from 'vitest'
import { commandLine, commandOf } from './command-line.ts'

const NODE = '/usr/bin/node'
const environment = { PATH: '/usr/bin:/usr/local/bin' }

test.each([
  ['/usr/local/bin/mcp-bridge', 'mcp-bridge'],
  ['/opt/elsewhere/bin/mcp-bridge', '/usr/bin/node /opt/elsewhere/bin/mcp-bridge'],
  [
    '/home/me/.local/share/mcp-bridge/0.1.0/dist/mcp-bridge.js',
    '/usr/bin/node /home/me/.local/share/mcp-bridge/0.1.0/dist/mcp-bridge.js',
  ],
  [
    '/Users/me/Library/Application Support/x/mcp-bridge.js',
    '/usr/bin/node "/Users/me/Library/Application Support/x/mcp-bridge.js"',
  ],
])('the command line of a bridge started as %s is %s', (script, command) => {
  expect(commandOf({ script, node: NODE, environment })).toBe(command)
})

test.each([
  '/home/me/.npm/_npx/1a2b/node_modules/.bin/mcp-bridge',
  'C:\\Users\\me\\npm-cache\\_npx\\1a2b\\node_modules\\@handrail\\mcp-bridge\\dist\\mcp-bridge.js',
])('the command line of a bridge that npx has fetched to %s names the package as npx was given it', (script) => {
  const command = (manifest: unknown) =>
    commandOf({
      script,
      node: NODE,
      environment,
      read: (path) => (/_npx[\\/]1a2b[\\/]package\.json$/.test(path) ? manifest : undefined),
    })
  const tarball = 'https://a.example/mcp-bridge.tgz'
  expect(command({ _npx: { packages: [tarball] } })).toBe(`npx -y ${tarball}`)
  for (const unknown of [undefined, {}, { _npx: { packages: [] } }, { _npx: { packages: [{}] } }])
    expect(command(unknown)).toMatch(/^\/usr\/bin\/node \S*mcp-bridge/)
})

test('a printed command line names the server, and the profile if it is not the default', () => {
  const resource = new URL('https://a.example/mcp?x=1&y=2')
  expect(commandLine('login', { command: 'npx -y mcp-bridge.tgz', resource, profile: 'default' })).toBe(
    'npx -y mcp-bridge.tgz login "https://a.example/mcp?x=1&y=2"',
  )
  const target = { command: 'mcp-bridge', resource: new URL('https://a.example/mcp'), profile: 'at work' }
  expect(commandLine('logout', target)).toBe('mcp-bridge logout https://a.example/mcp --profile "at work"')
})
