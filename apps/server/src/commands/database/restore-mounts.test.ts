import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { program } from '../../../../../test/program.ts'
import { asRestoreFailure, createMoves } from './moves.ts'
import { moveUploadsAside } from './replace-uploads.ts'

const { runHere: run, path, environmentOf } = useCommands()

/** A separate namespace, in which the tests can mount disks. */
const MOUNTING = ['--user', '--map-root-user', '--mount', 'sh', '-ec']
const canMount = spawnSync('unshare', [...MOUNTING, 'mount -t tmpfs none /mnt']).status === 0

function write(file: string, text: string) {
  mkdirSync(dirname(path(file)), { recursive: true })
  writeFileSync(path(file), text)
}

const read = (file: string) => readFileSync(path(file), 'utf8')

/** A backup with an upload of its own. */
async function backedUp() {
  await run(['migrate'])
  write('data/files/ab/first', 'A plan')
  await run(['backup', path('copy.db')])
  rmSync(path('data/files'), { recursive: true })
}

/** Runs a script in a namespace of its own: in it, `handrail` is the program. */
function mounted(script: string) {
  const command = [process.execPath, ...program()].map((word) => `'${word}'`).join(' ')
  return spawnSync('unshare', [...MOUNTING, `handrail() { ${command} "$@"; }\n${script}`], {
    encoding: 'utf8',
    cwd: path('.'),
    env: environmentOf({}),
  })
}

// Requires the permission to mount a disk.
describe.runIf(canMount)('restore onto mounts', { timeout: 60_000 }, () => {
  test('exchanges what is in the folder of uploads, keeps the old ones there, and restores them again', async () => {
    await backedUp()
    mkdirSync(path('data/files'))
    const { stdout, stderr, status } = mounted(`
      mount -t tmpfs none data/files
      mkdir data/files/ab data/files/lost+found && printf Later > data/files/ab/new
      handrail restore copy.db
      ls data/files && cat data/files/ab/*
      echo && cat data/files/before-restore-*/ab/*
      echo && handrail restore data/handrail.before-restore-*.db
      ls data/files/ab && cat data/files/ab/*`)
    expect([status, stderr]).toEqual([0, ''])
    const [first = '', again = ''] = stdout.split('Later\n')
    expect(first).toMatch(
      /^The old database is kept as \S+\nThe old uploads are kept in \S+\/data\/files\/before-restore-\w+\n/,
    )
    expect(first).toMatch(/\nab\nbefore-restore-\w+\nlost\+found\nA plan\n$/)
    expect(again).toMatch(/\nnew\nLater$/)
  })

  test('puts back the data folder, where that is a mount itself, and uploads on another one', async () => {
    await backedUp()
    rmSync(path('data'), { recursive: true })
    mkdirSync(path('data'))
    mkdirSync(path('uploads'))
    const { stdout, stderr, status } = mounted(`
      mount -t tmpfs none data && mount -t tmpfs none uploads
      handrail restore copy.db --files uploads
      handrail restore copy.db --files uploads
      cat uploads/ab/first && echo && ls data`)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('The old uploads are kept in uploads/before-restore-')
    expect(stdout).toMatch(/A plan\nhandrail\.before-restore-.*\nhandrail\.db\nhandrail\.db\.key\n/s)
  })

  test('leaves a key that is mounted as a file, and refuses a database that is, with nothing changed', async () => {
    await backedUp()
    write('data/files/ab/new', 'Later')
    const { stdout, stderr, status } = mounted(`
      cp data/handrail.db.key mounted.key
      mount --bind mounted.key data/handrail.db.key
      handrail restore copy.db
      cp data/handrail.db mounted.db && rm -f data/handrail.db-*
      mount --bind mounted.db data/handrail.db
      printf Last > data/files/ab/last
      handrail restore copy.db || ls data/files data/files/ab`)
    expect(status).toBe(0)
    expect(stderr).toBe(
      `${path('data/handrail.db')} is a mount point of its own and cannot be replaced. Mount the folder that it is in instead. Nothing was changed\n`,
    )
    expect(stdout).toMatch(/data\/files:\nab\n\ndata\/files\/ab:\nfirst\nlast\n$/)
  })

  test('says that a disk is read-only or full, and changes nothing', async () => {
    await backedUp()
    mkdirSync(path('data/files'))
    const { stdout, stderr, status } = mounted(`
      mount -t tmpfs -o size=64k none data/files
      head -c 65536 /dev/zero > data/files/filling || true
      handrail restore copy.db || ls data
      umount data/files && mount -t tmpfs -o ro none data/files
      handrail restore copy.db || ls data`)
    expect(status).toBe(0)
    const [full, readOnly] = stderr.split('\n').filter((line) => !line.startsWith('head:'))
    expect(full).toMatch(
      /^The disk of \S+ is full\. Free space on it: .* Nothing was changed$|^The disk of .* Nothing was changed$/,
    )
    expect(readOnly).toMatch(/^\S+\/data\/files\S* is on a disk that is mounted read-only\. .*Nothing was changed$/)
    expect(stdout).not.toContain('before-restore')
  })
})

describe('restore, where uploads cannot be moved to the old database,', () => {
  test.each(['EXDEV', 'EBUSY'])(
    'keeps them in their folder after %s, and names them beside the database',
    async (code) => {
      write('uploads/ab/first', 'A plan')
      const moves = createMoves((from, to) => {
        if (String(to).endsWith('.db.files')) throw Object.assign(new Error(code), { code })
        renameSync(from, to)
      })
      const kept = moveUploadsAside(moves, path('uploads'), path('old.db'), 'T1')
      expect(kept).toBe(path('uploads/before-restore-T1'))
      expect(read('old.db.files/ab/first')).toBe('A plan')
      moves.undo()
      expect(readdirSync(path('.'))).toEqual(['uploads'])
      expect(readdirSync(path('uploads'))).toEqual(['ab'])
    },
  )

  test.each([
    ['EBUSY', 'a mount point of its own'],
    ['EACCES', 'This user may not write'],
    ['EROFS', 'mounted read-only'],
    ['ENOSPC', 'is full'],
  ])('says after %s what to do, and that nothing was changed', (code, part) => {
    const said = asRestoreFailure(Object.assign(new Error(code), { code, path: '/srv/files' }))
    expect(String(said)).toMatch(new RegExp(`/srv/files.*${part}|${part}.*/srv/files`))
    expect(String(said)).toMatch(/Nothing was changed$/)
  })
})

test('restore: what an interrupted one has moved aside is put back first', async () => {
  await backedUp()
  // Killed after the uploads were moved, before the database was.
  write('data/handrail.db.restoring', '')
  write('data/files/before-restore-20261120T031500Z/ab/second', 'Later')
  write('data/handrail.before-restore-20261120T031500Z.db.files/cd/third', 'Last')
  const restored = await run(['restore', path('copy.db')])
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  const aside = /The old uploads are kept in (\S+)/.exec(restored.stdout)?.[1] ?? ''
  expect(readFileSync(join(aside, 'ab/second'), 'utf8')).toBe('Later')
  expect(readFileSync(join(aside, 'cd/third'), 'utf8')).toBe('Last')
  expect(readdirSync(path('data/files'))).toEqual(['ab'])
  expect(existsSync(path('data/handrail.before-restore-20261120T031500Z.db.files'))).toBe(false)
})

test('uploads at the root of a disk: what belongs to the disk is neither copied nor keeps an instance from starting', async () => {
  mkdirSync(path('uploads/lost+found'), { recursive: true })
  expect(await run(['migrate', '--files', path('uploads')])).toMatchObject({ code: 0 })
  write('uploads/ab/first', 'A plan')
  await run(['backup', path('copy.db'), '--files', path('uploads')])
  expect(readdirSync(path('copy.db.files'))).toEqual(['ab'])
  expect(statSync(path('uploads/lost+found')).isDirectory()).toBe(true)
})
