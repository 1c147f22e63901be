import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { missingProgram, useSecretService } from '../../../test/support/secret-service.ts'

let folder = ''
const running: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-bridge-keychain-'))
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const store = () => join(folder, 'store')

async function use(bus: string, profile: string, token?: string, patience = '') {
  const program = fileURLToPath(new URL('../../../test/support/programs/keychain-user.ts', import.meta.url))
  const child = spawn(process.execPath, [program, store(), profile, ...(token ? [token] : [])], {
    env: { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: bus, KEYCHAIN_TIMEOUT_MS: patience },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  return JSON.parse(await text(child.stdout))
}

const contents = () =>
  readdirSync(store())
    .filter((file) => file.endsWith('.json'))
    .map((file) => readFileSync(join(store(), file), 'utf8'))
    .join('\n')

describe.skipIf(missingProgram)(
  `with a Secret Service${missingProgram ? ` (there is no ${missingProgram} here)` : ''}`,
  () => {
    const service = useSecretService()
    const bus = () => service.environment().DBUS_SESSION_BUS_ADDRESS ?? ''

    test('credentials are encrypted, and other processes of the same person decrypt them', async () => {
      const kept = { kind: 'keychain', token: 'very-secret-token' }
      expect(await use(bus(), 'default', 'very-secret-token')).toEqual(kept)
      expect(contents()).not.toContain('very-secret')
      expect(contents()).toContain('"sealed"')
      expect(await use(bus(), 'default')).toEqual(kept)
      expect(await use(bus(), 'other')).toEqual({ kind: 'keychain', token: null })
    })

    test('processes that create the key at the same time create one', { timeout: 60_000 }, async () => {
      const tokens = Array.from({ length: 6 }, (_, index) => `token-number-${index}`)
      const servers = await Promise.all(
        tokens.map((token, index) => use(bus(), 'default', `${token}@${index}`, '15000')),
      )
      expect(servers.map(({ token }) => token)).toEqual(tokens.map((token, index) => `${token}@${index}`))
      for (const [index, token] of tokens.entries())
        expect((await use(bus(), 'default', `@${index}`)).token).toBe(`${token}@${index}`)
    })

    test.each([
      ['locked', async () => service.lock(), /locked or does not answer \(.*unlock it/],
      ['frozen', async () => service.freeze(), /locked or does not answer .*unlock it/],
      [
        'gone',
        async () => service.stop(),
        /sealed with a key in the keychain.*unlock it, or sign in again with --store file/,
      ],
    ])('if it is %s, encrypted credentials are neither lost nor treated as missing', async (_, change, sentence) => {
      await use(bus(), 'default', 'very-secret-token')
      const before = contents()
      await change()
      expect((await use(bus(), 'default')).fault).toMatch(sentence)
      expect((await use(bus(), 'default', 'another-token')).fault).toMatch(sentence)
      expect(contents()).toBe(before)
      await service.unlock()
      expect(await use(bus(), 'default')).toMatchObject({ token: 'very-secret-token' })
    })

    test('if it is locked, nothing is stored in a file instead', async () => {
      await use(bus(), 'other', 'makes-the-key')
      await service.lock()
      expect((await use(bus(), 'default', 'very-secret-token')).fault).toMatch(/unlock it/)
      expect(contents()).not.toContain('very-secret-token')
    })
  },
)

describe.skipIf(process.platform !== 'linux')('without a Secret Service, as on a server', () => {
  test('credentials are stored in a file, with the reason', async () => {
    const kept = await use('unix:path=/nonexistent', 'default', 'very-secret-token')
    expect(kept).toMatchObject({ kind: 'file', token: 'very-secret-token' })
    expect(kept.reason).toContain('keychain cannot be used')
  })

  test('a hanging D-Bus is not waited for, and nothing is stored in plain text', async () => {
    const socket = join(folder, 'bus')
    const server = createServer(() => undefined).listen(socket)
    const start = performance.now()
    const kept = await use(`unix:path=${socket}`, 'default', 'very-secret-token')
    expect(kept.fault).toMatch(/no answer within 2 s\): unlock it/)
    expect(performance.now() - start).toBeLessThan(10_000)
    server.close()
  })
})
