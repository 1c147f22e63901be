import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const toolchain = fileURLToPath(new URL('../../../../.toolchain/', import.meta.url))

/** A Node of another major, from the package registry and kept in the checkout. @returns its path, or why there is none */
export async function fetchNode(major: string): Promise<string | { reason: string }> {
  const [own = ''] = process.versions.node.split('.')
  if (own === major) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(toolchain, `${name}-${major}`)
  const node = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(node)) return node
  // Renamed when complete: an interrupted download is never taken for a Node.
  const partial = `${folder}.${process.pid}.partial`
  mkdirSync(partial, { recursive: true })
  const flags = [
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--engine-strict=false',
  ]
  try {
    execFileSync('npm', ['install', `--prefix=${partial}`, ...flags, `${name}@${major}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    })
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
    return node
  } catch (error) {
    return {
      reason: `Node ${major} could not be fetched: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    }
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}
