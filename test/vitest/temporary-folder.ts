import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux has a file system in memory here. */
const IN_MEMORY = '/dev/shm'
const NAME = 'handrail-tests-'
/** A whole run fills 8 GiB, most of it databases of PostgreSQL. */
const ROOM = 10 * 1024 ** 3

/**
 * Vitest's global set-up: the temporary files of the run, and of the processes that it starts, are kept in memory where it has room.
 * A run creates and deletes hundreds of databases, which took a quarter of its processor time on a disk.
 */
export function setup() {
  if (process.env.TMPDIR?.startsWith(join(IN_MEMORY, NAME)) || !existsSync(IN_MEMORY)) return undefined
  removeAbandoned()
  if (!hasRoom()) return undefined
  const folder = mkdtempSync(join(IN_MEMORY, `${NAME}${process.pid}-`))
  // PostgreSQL runs as another account where the tests run as root.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function hasRoom(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, path]) => path === IN_MEMORY)
  // Programs are started from there.
  if (mount?.[3]?.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize > ROOM && freemem() > 1.5 * ROOM
}

/** Folders of runs that were killed would take the memory until the machine restarts. */
function removeAbandoned(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const [, id] = /^handrail-tests-(\d+)-/.exec(name) ?? []
    if (id && !existsSync(`/proc/${id}`)) rmSync(join(IN_MEMORY, name), { recursive: true, force: true })
  }
}
