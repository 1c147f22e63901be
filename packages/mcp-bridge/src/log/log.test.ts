import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog, redact } from './log.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-bridge-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer [redacted]'],
  ['{"access_token":"abc","token_type":"Bearer"}', '{"access_token":"[redacted]","token_type":"Bearer"}'],
  ['grant_type=x&code=abc&code_verifier=def', 'grant_type=x&code=[redacted]&code_verifier=[redacted]'],
  ['eyJhbGciOi.eyJzdWIi.c2ln', '[redacted]'],
  ['of two\nlines', 'of two lines'],
  ['response_type=code&client_id=x', 'response_type=code&client_id=x'],
])('the log: %j is written as %j', (text, logged) => {
  expect(redact(text)).toBe(logged)
})

test('the log: secrets are never written, and a sign-in address is shown completely', () => {
  const written: string[] = []
  const log = openLog({ level: 'debug', file: join(folder, 'log'), write: (text) => written.push(text) })
  log.conceal('state-of-the-sign-in')
  log.info('Waiting', { state: 'state-of-the-sign-in', port: 1 })
  log.say('Sign in: https://example.com/authorize?state=state-of-the-sign-in')
  expect(readFileSync(join(folder, 'log'), 'utf8')).toMatch(
    /info Waiting state=\[redacted\] port=1\n.* say Sign in: \S+state=\[redacted\]\n$/,
  )
  expect(written).toEqual(['mcp-bridge: Sign in: https://example.com/authorize?state=state-of-the-sign-in\n'])
})

test('the log: its file is private, and at most four megabytes', () => {
  const file = join(folder, 'log')
  const log = openLog({ level: 'info', file, write: () => undefined })
  for (let line = 0; line < 6000; line++) log.info('x'.repeat(1000))
  const sizes = ['', '.1', '.2', '.3'].map((end) => statSync(file + end).size)
  expect(Math.max(...sizes)).toBeLessThan(1_010_000)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(`${file}.4`, { throwIfNoEntry: false })).toBeUndefined()
})

test('the log: a file that cannot be written is reported once', () => {
  const written: string[] = []
  const log = openLog({ level: 'info', file: join(folder, 'nowhere', 'log'), write: (text) => written.push(text) })
  log.info('one')
  log.info('two')
  expect(written).toEqual([expect.stringContaining('cannot be written (ENOENT)')])
})
