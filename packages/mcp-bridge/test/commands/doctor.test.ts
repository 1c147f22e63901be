import { expect, test } from 'vitest'
import { useAuthorizations } from '../support/authorizations.ts'
import { useBridges } from '../support/bridges.ts'

const bridges = useBridges()
const fixture = useAuthorizations()

async function doctor(url: string) {
  const bridge = bridges.start(['doctor', url])
  bridge.endInput()
  const { code } = await bridge.ended
  return { code, lines: bridge.noise, stderr: bridge.stderr() }
}

test('doctor checks every step, a line each', async () => {
  const server = await fixture.start()
  const { code, lines } = await doctor(server.url.href)
  expect(lines.filter(Boolean)).toEqual([
    expect.stringMatching(/^ok {5}Node +\d+\.\d+\.\d+ at \//),
    `ok     Address      ${server.url.href}`,
    expect.stringMatching(/^ok {5}Proxy +none/),
    expect.stringMatching(/^ok {5}DNS +127\.0\.0\.1$/),
    expect.stringMatching(/^ok {5}Connection +not encrypted, on this machine, answers \(\d+\)$/),
    expect.stringMatching(/^ok {5}Clock +agrees with the server$/),
    expect.stringMatching(/^ok {5}MCP +asks for a sign-in: \S+ \S+mcp-bridge\.[jt]s login http:\S+$/),
    `ok     OAuth        ${server.origin}, not signed in`,
    expect.stringMatching(/^ok {5}Credentials +a file for you alone in /),
  ])
  expect(code).toBe(0)
})

test('doctor explains errors, and what to do', async () => {
  const { code, lines, stderr } = await doctor('https://nowhere.invalid/mcp')
  expect(lines.filter((line) => line.startsWith('WRONG')).join('\n')).toMatch(/DNS .*: check it for typing mistakes/)
  expect(stderr).toMatch(/^mcp-bridge: \d of 9 checks found a fault\.\n$/)
  expect(code).toBe(1)
})
