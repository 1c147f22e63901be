import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openInstance } from '../../test/instance.ts'
import { listen } from '../../test/mcp.ts'

const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

/**
 * The protocol's own suite. What it is expected to find, and why, is in test/conformance: it fails as well when
 * something of that passes.
 */
test.each(['2026-07-28', '2025-11-25'])('the server requirements of %s', { timeout: 120_000 }, async (revision) => {
  const instance = await openInstance('sqlite', {}, { publicUrl: 'http://localhost:3000' })
  // The suite knows no tokens.
  instance.app.server.prependListener('request', ({ headers }) => {
    headers.authorization = `Bearer ${instance.acme.token}`
  })
  const url = await listen(instance)
  const expected = fileURLToPath(new URL(`../../test/conformance/${revision}.yaml`, import.meta.url))
  const { code, output } = await run(
    'server',
    '--url',
    url.href,
    '--requirements',
    revision,
    '--expected-failures',
    expected,
  )
  await instance.close()
  expect(code, output).toBe(0)
})

function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const suite = spawn(process.execPath, [SUITE, ...args])
    let output = ''
    suite.stdout.on('data', (part) => (output += part))
    suite.stderr.on('data', (part) => (output += part))
    suite.on('error', reject)
    suite.on('close', (code) => resolve({ code, output }))
  })
}
