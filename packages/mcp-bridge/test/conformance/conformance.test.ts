import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
const at = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * The protocol's own suite for clients, core and auth. What it is expected to find, and why, is in
 * conformance/expected-failures.yaml: it fails as well when something of that passes.
 */
test.each(['2026-07-28', '2025-11-25'])('the client requirements of %s', { timeout: 120_000 }, async (revision) => {
  const { code, output } = await run(
    ...['client', '--command', `${process.execPath} ${at('client.ts')}`, '--requirements', revision],
    ...['--expected-failures', at('expected-failures.yaml'), '--timeout', '60000'],
  )
  expect(code, output).toBe(0)
})

function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const suite = spawn(process.execPath, [SUITE, ...args], {
      // A scenario starts three processes.
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'handrail-compiled') },
    })
    let output = ''
    suite.stdout.on('data', (part) => (output += part))
    suite.stderr.on('data', (part) => (output += part))
    suite.on('error', reject)
    suite.on('close', (code) => resolve({ code, output }))
  })
}
