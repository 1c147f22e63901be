import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MIGRATIONS_FOLDER } from '../src/migrations.ts'
import { ENGINES } from './instance.ts'

/** Maximum size of the unpacked package. */
const MAX_BYTES = 5_500_000

test('the package contains the SQL of the migrations with their journal, and only public declarations', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const listed = execFileSync(npm, ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: 'pipe',
  })
  const [{ files, unpackedSize }]: [{ files: { path: string }[]; unpackedSize: number }] = JSON.parse(listed)
  const shipped = files.map(({ path }) => path).filter((path) => path.startsWith('migrations/'))
  const needed = ENGINES.flatMap((engine) => [
    ...readdirSync(fileURLToPath(new URL(engine, MIGRATIONS_FOLDER)))
      .filter((file) => file.endsWith('.sql'))
      .map((file) => `migrations/${engine}/${file}`),
    `migrations/${engine}/meta/_journal.json`,
  ])
  expect(shipped.toSorted()).toEqual(needed.toSorted())
  expect(unpackedSize).toBeLessThan(MAX_BYTES)
  // The queries of a resource are internal, and so are their types.
  expect(files.map(({ path }) => path)).not.toContain('dist/contacts/store.d.ts')
})
