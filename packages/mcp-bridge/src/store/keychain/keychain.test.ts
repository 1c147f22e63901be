import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** The reason why the real thing cannot be started here; undefined where it can. */
const missing = ['dbus-daemon', 'gnome-keyring-daemon'].find((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
})

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

async function use(bus: string, profile: string, token?: string) {
  const program = fileURLToPath(new URL('../../../test/support/keychain-user.ts', import.meta.url))
  const child = spawn(process.execPath, [program, store(), profile, ...(token ? [token] : [])], {
    env: { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: bus },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  return JSON.parse(await text(child.stdout))
}

const contents = () =>
  readdirSync(store())
    .map((file) => readFileSync(join(store(), file), 'utf8'))
    .join('\n')

describe.skipIf(missing !== undefined)(
  `with a Secret Service${missing ? ` (there is no ${missing} here)` : ''}`,
  () => {
    async function startService(): Promise<string> {
      const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
        env: { PATH: process.env.PATH },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      running.push(bus)
      const address = await new Promise<string>((resolve) =>
        bus.stdout.once('data', (data) => resolve(String(data).trim())),
      )
      const home = join(folder, 'home')
      mkdirSync(home)
      const env = {
        PATH: process.env.PATH,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        XDG_DATA_HOME: home,
        DBUS_SESSION_BUS_ADDRESS: address,
      }
      const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      running.push(keyring)
      keyring.stdin.end('password')
      // It says nowhere that it is ready.
      for (let tries = 0; tries < 20 && (await use(address, 'ready')).kind !== 'keychain'; tries++) await sleep(100)
      return address
    }

    test('credentials are sealed, and other processes of the same person open them', async () => {
      const bus = await startService()
      expect(await use(bus, 'default', 'very-secret-token')).toEqual({ kind: 'keychain', token: 'very-secret-token' })
      expect(contents()).not.toContain('very-secret')
      expect(contents()).toContain('"sealed"')
      expect(await use(bus, 'default')).toEqual({ kind: 'keychain', token: 'very-secret-token' })
      expect(await use(bus, 'other')).toEqual({ kind: 'keychain', token: null })
      // Without the keychain the file opens for nobody.
      expect(await use('unix:path=/nonexistent', 'default')).toMatchObject({ kind: 'file', token: null })
    })
  },
)

describe.skipIf(process.platform !== 'linux')('without a Secret Service, as on a server', () => {
  test('credentials are in a file, with the reason', async () => {
    const kept = await use('unix:path=/nonexistent', 'default', 'very-secret-token')
    expect(kept).toMatchObject({ kind: 'file', token: 'very-secret-token' })
    expect(kept.reason).toContain('keychain cannot be used')
  })

  test('one that hangs is not waited for', async () => {
    const socket = join(folder, 'bus')
    const server = createServer(() => undefined).listen(socket)
    const start = performance.now()
    const kept = await use(`unix:path=${socket}`, 'default', 'very-secret-token')
    expect(kept).toMatchObject({ kind: 'file', reason: expect.stringContaining('no answer within 2 s') })
    expect(performance.now() - start).toBeLessThan(6_000)
    server.close()
  })
})
