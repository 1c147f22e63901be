import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vitest/config'
import { isBuilt, root } from '../built.ts'

/** The file of a thread or process beside the module that starts it. */
const STARTED = /new URL\(import\.meta\.url\.endsWith\('\.ts'\) \? '\.\/([\w-]+)\.ts' : '[^']+', import\.meta\.url\)/g

/**
 * Vite plugin: threads and processes run what is built of their sources, where that is current. Tests start thousands, and from the
 * sources each would translate all its modules.
 */
export function builtThreads(): Plugin[] {
  if (!isBuilt('packages/core')) return []
  const dist = join(root, 'packages/core/dist')
  return [
    {
      name: 'built threads',
      enforce: 'pre',
      transform(code, id) {
        if (!id.includes('/packages/core/src/')) return undefined
        const changed = code.replace(STARTED, (_all, name) => `new URL('${pathToFileURL(join(dist, `${name}.js`))}')`)
        return changed === code ? undefined : changed
      },
    },
  ]
}
