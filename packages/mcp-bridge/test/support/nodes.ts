import { join } from 'node:path'
import { fetchPackage } from '../../../../test/fetch-package.ts'

/** A Node of another major, from the package registry and kept in the checkout. @returns its path, or why there is none */
export async function fetchNode(major: string): Promise<string | { reason: string }> {
  const [own = ''] = process.versions.node.split('.')
  if (own === major) return process.execPath
  const [platform, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node']
  return fetchPackage(`node-${platform}-${process.arch}`, major).then(
    (folder) => join(folder, 'bin', program),
    (error: Error) => ({ reason: error.message }),
  )
}
