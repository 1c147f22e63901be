import { expect, test } from 'vitest'
import { commandLine, commandOf } from './command-line.ts'

const NODE = '/usr/bin/node'
const environment = { PATH: '/usr/bin:/usr/local/bin' }

test.each([
  ['/home/me/.npm/_npx/1a2b/node_modules/.bin/mcp-bridge', 'npx @handrail/mcp-bridge'],
  [
    'C:\\Users\\me\\npm-cache\\_npx\\1a2b\\node_modules\\@handrail\\mcp-bridge\\dist\\mcp-bridge.js',
    'npx @handrail/mcp-bridge',
  ],
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

test('a printed command line names the server, and the profile if it is not the default', () => {
  const resource = new URL('https://a.example/mcp?x=1&y=2')
  expect(commandLine('login', { command: 'npx @handrail/mcp-bridge', resource, profile: 'default' })).toBe(
    'npx @handrail/mcp-bridge login "https://a.example/mcp?x=1&y=2"',
  )
  const target = { command: 'mcp-bridge', resource: new URL('https://a.example/mcp'), profile: 'at work' }
  expect(commandLine('logout', target)).toBe('mcp-bridge logout https://a.example/mcp --profile "at work"')
})
