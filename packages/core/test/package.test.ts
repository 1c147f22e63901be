import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Maximum size of the unpacked package. Every field has a text for the reference of the API. */
const MAX_BYTES = 7_700_000

test('the package is small, and contains no migrations beside its build, and only public declarations', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const listed = execFileSync(npm, ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: 'pipe',
  })
  const [{ files, unpackedSize }]: [{ files: { path: string }[]; unpackedSize: number }] = JSON.parse(listed)
  // The build contains them, for programs that bundle the package.
  expect(files.filter(({ path }) => path.startsWith('migrations/'))).toEqual([])
  expect(unpackedSize).toBeLessThan(MAX_BYTES)
  // The queries of a resource are internal, and so are their types.
  expect(files.map(({ path }) => path)).not.toContain('dist/contacts/store.d.ts')
})
