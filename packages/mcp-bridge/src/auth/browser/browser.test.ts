import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { browserAddress, hasBrowser, openBrowser, programIn } from './browser.ts'

const URL_WITH_TRICKS = 'https://a.example/authorize?x=1&y=%22;rm -rf ~;$(id)`id`|calc^%PATH%\'"<>&start'

const POLICY = { allowHttp: false, allowLoopback: true }

test.each([
  ['http://a.example/', 'insecure_address'],
  ['file:///etc/passwd', 'insecure_address'],
  ['javascript:alert(1)', 'insecure_address'],
  ['ms-msdt:/id', 'insecure_address'],
  ['https://user:password@a.example/', 'insecure_address'],
  ['https://[', 'insecure_address'],
  ['-https://a.example', 'insecure_address'],
  ['https://a.example/\r\nx', 'insecure_address'],
  ['https://a.example/x\0', 'insecure_address'],
])('the browser is never opened at %s', (address, code) => {
  expect(() => browserAddress(address, POLICY)).toThrow(expect.objectContaining({ code }))
})

test('a remote server cannot send the browser to this machine', () => {
  const policy = { allowHttp: false, allowLoopback: false }
  expect(() => browserAddress('http://127.0.0.1:631/', policy)).toThrow(
    expect.objectContaining({ code: 'insecure_address' }),
  )
  expect(browserAddress('http://a.example/', { ...policy, allowHttp: true })).toBe('http://a.example/')
})

test.each([
  ['https://a.example/authorize?a=1&b=2', 'https://a.example/authorize?a=1&b=2'],
  ['http://127.0.0.1:80/a', 'http://127.0.0.1/a'],
  ['http://localhost:3000/a', 'http://localhost:3000/a'],
  ["https://a.example/'$(id)'", 'https://a.example/%27$(id)%27'],
  ['https://a.example/a b"<>`', 'https://a.example/a%20b%22%3C%3E%60'],
])('the address %s is opened as %s', (address, expected) => expect(browserAddress(address, POLICY)).toBe(expected))

test('the browser gets the complete address as an argument, without a shell', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-bridge-browser-'))
  const script = join(folder, 'browser.mjs')
  const seen = join(folder, 'seen')
  const program = `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.argv.slice(2)))`
  writeFileSync(script, program)
  const environment = { MCP_BRIDGE_BROWSER: `${process.execPath} ${script}` }
  expect(await openBrowser(URL_WITH_TRICKS, { environment, platform: process.platform })).toBe(true)
  expect(JSON.parse(readFileSync(seen, 'utf8'))).toEqual([browserAddress(URL_WITH_TRICKS, POLICY)])
  rmSync(folder, { recursive: true })
})

test.each([['/does/not/exist'], [`${process.execPath} -e process.exit(1)`]])(
  'reports that %s did not start',
  async (browser) => {
    const environment = { MCP_BRIDGE_BROWSER: browser }
    expect(await openBrowser('https://a.example/', { environment, platform: 'linux' })).toBe(false)
  },
)

test.each([
  [{ DISPLAY: ':0' }, 'linux', true],
  [{}, 'linux', false],
  [{ DISPLAY: ':10', SSH_CONNECTION: '1 2 3 4' }, 'linux', false],
  [{ SSH_TTY: '/dev/pts/0' }, 'darwin', false],
  [{}, 'win32', true],
  [{ MCP_BRIDGE_BROWSER: 'x', SSH_TTY: 'y' }, 'linux', true],
] as const)('with %o on %s a browser is available: %s', (environment, platform, expected) => {
  expect(hasBrowser({ environment, platform })).toBe(expected)
})

test.each([
  ['firefox --new-window', ['firefox', '--new-window']],
  ['"/opt/My Browser/run" --size=10,20', ['/opt/My Browser/run', '--size=10,20']],
  ["'C:\\Program Files\\b.exe' --title='a b'", ['C:\\Program Files\\b.exe', '--title=', 'a b']],
  [process.execPath, [process.execPath]],
  ['', []],
])('BROWSER=%s is the program and arguments %j', (text, words) => expect(programIn(text)).toEqual(words))

test('a BROWSER path with spaces needs no quotes if the program exists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp bridge '))
  const program = join(folder, 'My Browser')
  expect(programIn(program)).not.toEqual([program])
  writeFileSync(program, '')
  expect(programIn(program)).toEqual([program])
  rmSync(folder, { recursive: true })
})
