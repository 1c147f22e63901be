import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runSuite } from '../../test/conformance/suite.ts'
import { openInstance } from '../../test/instance.ts'
import { listen } from '../../test/mcp.ts'

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
  const { code, output } = await runSuite([
    'server',
    '--url',
    url.href,
    '--requirements',
    revision,
    '--expected-failures',
    expected,
  ])
  await instance.close()
  expect(code, output).toBe(0)
})
