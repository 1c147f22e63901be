import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder with a page and a script, in place of the built console. */
export function builtConsole(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'handrail-console-'))
  mkdirSync(join(path, 'assets'))
  writeFileSync(
    join(path, 'index.html'),
    '<script type="module" src="./assets/index-1.js"></script><a href="./account">',
  )
  writeFileSync(join(path, 'assets/index-1.js'), 'plain')
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
