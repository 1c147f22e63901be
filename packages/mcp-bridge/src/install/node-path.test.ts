import { expect, test } from 'vitest'
import { lastingNode } from './node-path.ts'

const links: Record<string, string> = {
  '/opt/homebrew/bin/node': '/opt/homebrew/Cellar/node/24.1.0/bin/node',
  '/usr/local/bin/node': '/usr/local/lib/other/bin/node',
  '/run/user/1/fnm_multishells/7/bin/node': '/opt/homebrew/Cellar/node/24.1.0/bin/node',
}
const resolve = (path: string) => links[path] ?? path

test.each([
  ['/opt/homebrew/Cellar/node/24.1.0/bin/node', '/usr/local/bin:/opt/homebrew/bin', '/opt/homebrew/bin/node'],
  [
    '/opt/homebrew/Cellar/node/24.1.0/bin/node',
    '/run/user/1/fnm_multishells/7/bin:/opt/homebrew/bin',
    '/opt/homebrew/bin/node',
  ],
  ['/opt/homebrew/Cellar/node/24.1.0/bin/node', '/usr/local/bin', '/opt/homebrew/Cellar/node/24.1.0/bin/node'],
  ['/usr/bin/node', '/opt/homebrew/bin', '/usr/bin/node'],
])('the Node for %s with the PATH %s is %s', (node, PATH, expected) => {
  expect(lastingNode(node, { PATH }, resolve)).toBe(expected)
})
