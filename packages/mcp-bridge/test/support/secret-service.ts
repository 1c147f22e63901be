import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, vi } from 'vitest'

const run = promisify(execFile)
const COLLECTION = '/org/freedesktop/secrets/collection/login'

/** A bus that starts nothing by itself: neither another keyring, nor what would ask for a password. */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`

/** The program that is missing for a keychain of its own; undefined where there are all. */
export const missingProgram = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].find((program) => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return false
  } catch (error) {
    // Not all of them know the flag.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
})

/** The stores that processes can share, for tests that hold for each. */
export const STORES = (['file', 'keychain'] as const).map((store) => ({
  store,
  missing: store === 'keychain' ? missingProgram : undefined,
}))

/** A Secret Service on a bus of its own (gnome-keyring), for each test; this process and its children use it. */
export function useSecretService(isWanted = true) {
  const running = new Set<ChildProcess>()
  let home = ''
  let environment: Record<string, string> = {}
  let keyring: ChildProcess | undefined

  beforeEach(async () => {
    if (!isWanted || missingProgram) return
    home = mkdtempSync(join(tmpdir(), 'mcp-bridge-keyring-'))
    chmodSync(home, 0o700)
    const address = await startBus()
    environment = { HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, DBUS_SESSION_BUS_ADDRESS: address }
    vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', address)
    await unlock()
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    for (const child of running) child.kill('SIGKILL')
    if (home) rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  })

  function start(program: string, args: string[], env: Record<string, string>) {
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }

  async function startBus(): Promise<string> {
    const config = join(home, 'bus.conf')
    writeFileSync(config, BUS)
    const bus = start('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], { HOME: home })
    const [address] = await once(bus.stdout, 'data')
    return String(address).trim()
  }

  const send = (path: string, ...method: string[]) =>
    run('dbus-send', ['--session', '--print-reply', '--dest=org.freedesktop.secrets', path, ...method], {
      env: { PATH: process.env.PATH, ...environment },
    })

  /** It says nowhere that it is ready. */
  async function untilLocked(isLocked: boolean): Promise<void> {
    const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked']
    for (;;) {
      const { stdout } = await send(COLLECTION, 'org.freedesktop.DBus.Properties.Get', ...property).catch(() => ({
        stdout: '',
      }))
      if (stdout.includes(`boolean ${isLocked}`)) return
      await sleep(20)
    }
  }

  async function unlock(): Promise<void> {
    if (keyring?.exitCode === null && keyring.kill('SIGKILL')) await once(keyring, 'exit')
    const own = start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], environment)
    own.stdin.end('password')
    keyring = own
    await untilLocked(false)
  }

  return {
    environment: () => environment,
    async lock() {
      await send('/org/freedesktop/secrets', 'org.freedesktop.Secret.Service.Lock', `array:objpath:${COLLECTION}`)
      await untilLocked(true)
    },
    unlock,
    /** Makes it hang, as one does that waits for its disk or its person. */
    freeze: () => void keyring?.kill('SIGSTOP'),
    thaw: () => void keyring?.kill('SIGCONT'),
    async stop() {
      if (keyring?.kill('SIGKILL')) await once(keyring, 'exit')
    },
  }
}
