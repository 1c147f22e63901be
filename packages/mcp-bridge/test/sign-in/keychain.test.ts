import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { useAuthorizations } from '../support/authorizations.ts'
import { LEGACY_HOST, textOf } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'
import { missingProgram, useSecretService } from '../support/secret-service.ts'

const fixture = useAuthorizations()
const bridges = useBridges()

describe.skipIf(missingProgram)(`a keychain${missingProgram ? ` (there is no ${missingProgram} here)` : ''}`, () => {
  const service = useSecretService()
  const environment = () => ({
    ...service.environment(),
    MCP_BRIDGE_STORE: 'auto',
    MCP_BRIDGE_HOME: fixture.folder(),
  })

  test.each([
    ['locked', () => service.lock()],
    ['frozen', async () => service.freeze()],
  ])('that is %s is reported without opening a browser, and calls work as soon as it is unlocked', async (_, close) => {
    const server = await fixture.start()
    await fixture.signIn(fixture.open(server, { store: 'keychain' }))
    const sealed = () =>
      readdirSync(fixture.folder())
        .filter((file) => file.endsWith('.json'))
        .map((file) => readFileSync(join(fixture.folder(), file), 'utf8'))
    const before = sealed()
    await close()
    const seen = join(fixture.folder(), 'browser-was-opened')
    const bridge = bridges.start([server.url.href], { ...environment(), MCP_BRIDGE_BROWSER: `/usr/bin/touch ${seen}` })
    await bridge.request('initialize', LEGACY_HOST)
    const refused = await bridge.request('tools/call', { name: 'work', arguments: {} })
    expect(refused.result?.isError).toBe(true)
    expect(textOf(refused)).toMatch(/keychain is locked or does not answer .*unlock it/)
    const status = bridges.start(['status', server.url.href], environment())
    let said = ''
    status.child.stdout.on('data', (chunk) => (said += chunk))
    await status.ended
    expect(said).toMatch(/signed in +unknown\n.*locked +The keychain is locked/s)
    expect(server.authorizations.length).toBe(1)
    expect(existsSync(seen)).toBe(false)
    expect(sealed()).toEqual(before)
    service.thaw()
    await service.unlock()
    await vi.waitFor(
      async () => expect(textOf(await bridge.request('tools/call', { name: 'work', arguments: {} }))).toBe('done'),
      15_000,
    )
  })

  test('that is locked before the first sign-in prevents it', async () => {
    const server = await fixture.start()
    await service.lock()
    const bridge = bridges.start([server.url.href], environment())
    await bridge.request('initialize', LEGACY_HOST)
    expect(textOf(await bridge.request('tools/call', { name: 'work', arguments: {} }))).toMatch(/unlock it/)
    expect(server.clients.size).toBe(0)
  })
})
