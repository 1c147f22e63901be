import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveFixtures } from '../../../test/conformance/fixtures.ts'
import { runSuite } from '../../../test/conformance/suite.ts'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { listen } from '../../../test/support/mcp.ts'

/**
 * The protocol's own suite. What it is expected to find, and why, is in test/conformance: it fails as well when
 * something of that passes.
 */
describe.each(['2026-07-28', '2025-11-25'])('the server requirements of %s', (revision) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('sqlite', {}, { publicUrl: 'http://localhost:3000' })
    // The suite knows no tokens.
    instance.app.server.prependListener('request', ({ headers }) => {
      headers.authorization = `Bearer ${instance.acme.token}`
    })
  })
  afterAll(() => instance.close())

  async function expectConformance(url: string, expected: string): Promise<void> {
    const failures = fileURLToPath(new URL(`../../../test/conformance/${expected}.yaml`, import.meta.url))
    const own = ['--requirements', revision, '--expected-failures', failures]
    const { code, output } = await runSuite(['server', '--url', url, ...own])
    expect(code, output).toBe(0)
  }

  test('with our tools', { timeout: 120_000 }, async () => {
    await expectConformance((await listen(instance)).href, revision)
  })

  test('with the tools and resources of the suite, served in the same way', { timeout: 120_000 }, async () => {
    const fixtures = await serveFixtures(instance)
    await expectConformance(`${fixtures.url}/mcp`, `${revision}-fixtures`)
    await fixtures.close()
  })
})
