import { spawn } from 'node:child_process'
import { access } from 'node:fs/promises'
import { release } from 'node:os'
import { type AddressPolicy, secureAddress } from '../secure-address.ts'

export interface BrowserOptions {
  allowHttp?: boolean
  environment: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
}

/** A program, and what it is started with. */
export interface Launch {
  command: string
  args: string[]
  environment?: Record<string, string>
}

/** The script is fixed and reads the address from its environment: as an argument it would be parsed as a script. */
const POWERSHELL = ['-NoProfile', '-NonInteractive', '-Command', 'Start-Process -FilePath $env:MCP_BRIDGE_ADDRESS']
const STARTED_WITHIN = 3_000

/**
 * Opens a browser at an address that comes from a server, so no shell sees it (CVE-2025-6514).
 * @returns whether a program was started
 * @throws BridgeError insecure_address
 */
export async function openBrowser(address: string, options: BrowserOptions): Promise<boolean> {
  const url = browserAddress(address, { allowHttp: options.allowHttp ?? false, allowLoopback: true })
  for (const launch of await launches(url, options)) if (await start(launch, options.environment)) return true
  return false
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

export async function launches(url: string, { environment, platform }: BrowserOptions): Promise<Launch[]> {
  const own = environment.MCP_BRIDGE_BROWSER?.split(' ').filter(Boolean) ?? []
  const [command, ...args] = own
  if (command) return [{ command, args: [...args, url] }]
  if (platform === 'win32') return [{ command: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', url] }]
  if (platform === 'darwin') return [{ command: '/usr/bin/open', args: [url] }]
  if (await isWsl(environment)) return wslLaunches(url, environment)
  return [{ command: 'xdg-open', args: [url] }]
}

function wslLaunches(url: string, environment: BrowserOptions['environment']): Launch[] {
  // WSLENV names the variables that Windows programs get to see.
  const shared = [environment.WSLENV, 'MCP_BRIDGE_ADDRESS'].filter(Boolean).join(':')
  return [
    { command: 'wslview', args: [url] },
    { command: 'powershell.exe', args: POWERSHELL, environment: { MCP_BRIDGE_ADDRESS: url, WSLENV: shared } },
  ]
}

async function isWsl(environment: BrowserOptions['environment']): Promise<boolean> {
  if (environment.WSL_DISTRO_NAME) return true
  if (!/microsoft/i.test(release())) return false
  // A container on the same kernel has the name but not the bridge to Windows.
  return access('/proc/sys/fs/binfmt_misc/WSLInterop').then(
    () => true,
    () => false,
  )
}

/** Started, and not ended with a fault at once. Its output goes nowhere: ours belongs to the protocol. */
function start({ command, args, environment = {} }: Launch, surroundings: BrowserOptions['environment']) {
  return new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      env: { ...withoutSecrets(surroundings), ...environment },
      stdio: 'ignore',
      detached: true,
      shell: false,
      windowsHide: true,
    })
    const settled = setTimeout(() => resolve(true), STARTED_WITHIN)
    child.once('error', () => {
      clearTimeout(settled)
      resolve(false)
    })
    child.once('exit', (code) => {
      clearTimeout(settled)
      resolve(code === 0)
    })
    child.unref()
  })
}

/** A browser has no use for our settings, of which some are secret. */
function withoutSecrets(environment: BrowserOptions['environment']) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('MCP_BRIDGE_')))
}
