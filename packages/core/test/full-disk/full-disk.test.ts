import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PROGRAM = fileURLToPath(new URL('upload.ts', import.meta.url))
/** A separate namespace in which the tests can mount a disk of 2 MB. */
const MOUNTING = ['--user', '--map-root-user', '--mount', 'sh', '-c']
const canMount = spawnSync('unshare', [...MOUNTING, 'mount -t tmpfs none /mnt']).status === 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-small-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// Requires the permission to mount a small disk.
test.runIf(canMount)(
  'a disk that becomes full during an upload keeps neither a partial file nor a row, and accepts smaller files',
  { timeout: 60_000 },
  () => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    const script = 'mount -t tmpfs -o size=2m none "$1" && exec "$2" --conditions handrail-source "$3" "$4" "$1"'
    const database = join(folder, 'handrail.db')
    const { stdout, stderr } = spawnSync(
      'unshare',
      [...MOUNTING, script, 'sh', disk, process.execPath, PROGRAM, database],
      { encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      outcomes: ['kept', expect.stringMatching(/^unavailable: The disk of the service is full/), 'kept'],
      names: ['whole 48', 'whole 48'],
      rows: 2,
    })
  },
)
