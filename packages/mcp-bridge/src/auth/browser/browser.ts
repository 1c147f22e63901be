import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressPolicy, secureAddress } from '../secure-address.ts'

export interface BrowserOptions {
  allowHttp?: boolean
  environment: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
}

const STARTED_WITHIN = 3_000

/**
 * Opens a browser at an address that comes from a server, so no shell sees it as a command (CVE-2025-6514). The browser
 * gets this process's environment, which has none of our settings: see `src/config.ts`.
 * @returns whether a program was started
 * @throws BridgeError insecure_address
 */
export async function openBrowser(
  address: string,
  { allowHttp = false, environment }: BrowserOptions,
): Promise<boolean> {
  const url = browserAddress(address, { allowHttp, allowLoopback: true })
  const [program, ...args] = programIn(environment.MCP_BRIDGE_BROWSER ?? '')
  try {
    return await isRunning(program ? await launch(program, [...args, url]) : await openDefault(url))
  } catch {
    // There is no such program: the person is shown the address anyway.
    return false
  }
}

/** As the parser writes it, so that every character that could mean something else is escaped. */
export function browserAddress(address: string, policy: AddressPolicy): string {
  const url = secureAddress(address, 'The address of the sign-in page', policy)
  return url.href.replaceAll("'", '%27')
}

/** Whether a person could see a browser that is started here. */
export function hasBrowser({ environment, platform }: BrowserOptions): boolean {
  if (environment.MCP_BRIDGE_BROWSER) return true
  if (environment.SSH_CONNECTION || environment.SSH_TTY) return false
  if (platform === 'win32' || platform === 'darwin') return true
  return Boolean(environment.DISPLAY || environment.WAYLAND_DISPLAY || environment.WSL_DISTRO_NAME)
}

/** A path with spaces needs no quotes where there is such a file; otherwise words, some of them perhaps in quotes. */
export function programIn(text: string): string[] {
  if (existsSync(text)) return [text]
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/g)].map(([word, double, single]) => double ?? single ?? word)
}

async function openDefault(url: string): Promise<ChildProcess> {
  const { default: open } = await import('open')
  return open(url)
}

/** Its output is discarded: ours belongs to the protocol. */
async function launch(program: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: 'ignore', detached: true, shell: false, windowsHide: true })
  await once(child, 'spawn')
  child.unref()
  return child
}

/** Whether it did not fail at once: programs that only hand the address on end soon. */
function isRunning(child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode === 0)
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(true), STARTED_WITHIN)
    child.once('exit', (code) => {
      clearTimeout(late)
      resolve(code === 0)
    })
  })
}
