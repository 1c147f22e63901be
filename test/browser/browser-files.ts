import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../built.ts'

const toolchain = join(root, '.toolchain')

/** Where it may not isolate its processes itself, as in a container; the package's own list switches its policies off. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--in-process-gpu',
  '--font-render-hinting=none',
]

/**
 * The browser's program, unpacked from its package into a folder that is complete or absent: several processes may ask
 * for it at once, and none starts a file that another still writes.
 * @param folder where it lies, of this version of the package
 */
export function browserProgram(folder = join(toolchain, `chromium-${version()}`)): string {
  const program = join(folder, 'chromium')
  if (existsSync(program)) return program
  // Beside it: folders are not renamed from one file system to another.
  mkdirSync(dirname(folder), { recursive: true })
  const partial = mkdtempSync(join(dirname(folder), 'chromium.partial-'))
  // The package unpacks into the temporary folder of its process, whichever that is.
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"
  execFileSync(process.execPath, ['-e', unpack], { cwd: root, env: { ...process.env, TMPDIR: partial }, stdio: 'pipe' })
  try {
    renameSync(partial, folder)
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(program)) throw error
    rmSync(partial, { recursive: true, force: true })
  }
  return program
}

function version(): string {
  const manifest = fileURLToPath(new URL('../../node_modules/@sparticuz/chromium/package.json', import.meta.url))
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
