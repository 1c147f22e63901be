import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { RELEASE_SECRET } from '../../../packages/core/test/releases/secret.ts'
import { program, useProgram } from '../../../test/program.ts'

const { path } = useProgram()

/** A separate namespace, in which the tests can mount a small disk. */
const MOUNTING = ['--user', '--map-root-user', '--mount', 'sh', '-c']
const canMount = spawnSync('unshare', [...MOUNTING, 'mount -t tmpfs none /mnt']).status === 0
const RELEASE = new URL('../../../packages/core/test/releases/0.1.0/sqlite.db.gz', import.meta.url)

/** Runs `handrail migrate` on a disk of 1 MiB. @param free KiB that are free @param prepared a database that is there already */
function migrateOn(options: string, free: number, prepared?: Buffer) {
  const disk = path('disk')
  mkdirSync(disk, { recursive: true })
  writeFileSync(path('prepared.db'), prepared ?? '')
  const script = `mount -t tmpfs -o size=1m,${options} none "$1" && cd "$1"
    if test -s "$2"; then mkdir -m 700 data && cp "$2" data/handrail.db; fi
    available=$(df -k --output=avail . | tail -1)
    head -c $(((available - ${free}) * 1024)) /dev/zero > filling
    shift 2 && exec "$@"`
  const command = [process.execPath, ...program(), 'migrate', '--data', './data']
  const env = { PATH: process.env.PATH, ...(prepared && { HANDRAIL_SECRET: RELEASE_SECRET }) }
  return spawnSync('unshare', [...MOUNTING, script, 'sh', disk, path('prepared.db'), ...command], {
    encoding: 'utf8',
    env,
  })
}

// Requires the permission to mount a small disk.
test.runIf(canMount)(
  'a full disk is told in one sentence: for the data folder, the key, a new database, and the copy before migrations',
  { timeout: 60_000 },
  () => {
    const told = (free: number, prepared?: Buffer, options = 'nr_inodes=100') => {
      const { status, stdout, stderr } = migrateOn(options, free, prepared)
      return [status, stdout, stderr]
    }
    const full = (what: string) => [1, '', `${what}: its disk is full. Free space on it\n`]
    const database = 'Cannot use the database file data/handrail.db'
    const release = gunzipSync(readFileSync(RELEASE))
    // Room for two names: the root, and what fills it.
    expect(told(512, undefined, 'nr_inodes=2')).toEqual(full('The data folder ./data cannot be used'))
    expect(told(0)).toEqual(full('Cannot write data/handrail.db.key'))
    expect(told(64)).toEqual(full(database))
    expect(told(8, release)).toEqual(full(database))
    expect(told(200, release)).toEqual([
      1,
      '',
      expect.stringMatching(
        /^The database needs \d+ migrations, and was not migrated, because the backup before it failed\. The disk of data\/backups is too full: the copy needs \d+\.\d MiB, and 0\.\d MiB are free\. Free space on it; name a folder .* or set HANDRAIL_UPGRADE_WITHOUT_BACKUP=true to migrate without a copy\n$/,
      ),
    ])
  },
)

/** A server whose data is on a disk of 12 MiB, and a shell on its machine. */
function serveOn(disk: string) {
  const command = [process.execPath, ...program(), 'serve', '--demo', '--port', '0', '--data', './data']
  const script = `mount -t tmpfs -o size=12m none "$1" && cd "$1" && shift
    "$@" & server=$!
    while read -r line; do eval "$line"; echo "did: $line"; done
    kill $server; wait $server`
  const child = spawn('unshare', [...MOUNTING, script, 'sh', disk, ...command], { env: { PATH: process.env.PATH } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  return {
    said: () => said,
    async run(line: string) {
      child.stdin.write(`${line}\n`)
      await expect.poll(() => said, { timeout: 60_000 }).toContain(`did: ${line}\n`)
    },
    async stop() {
      child.stdin.end()
      await once(child, 'close')
    },
  }
}

// Requires the permission to mount a small disk.
test.runIf(canMount)(
  'a service whose disk is full is not ready, says why, and is ready again when there is space',
  {
    timeout: 120_000,
  },
  async () => {
    mkdirSync(path('disk'))
    const server = serveOn(path('disk'))
    await expect.poll(server.said, { timeout: 60_000 }).toContain('Stop it with')
    const [, url = ''] = /Address +(\S+)/.exec(server.said()) ?? []
    const ready = async () => {
      const answer = await fetch(`${url}/readyz`)
      return [answer.status, await answer.text()]
    }
    expect(await ready()).toEqual([200, '{"status":"ok"}'])
    await server.run('head -c 12582912 /dev/zero > filling')
    const reason = 'The disk of the database is full, so nothing can be written. Free space on it'
    await expect.poll(ready, { timeout: 30_000 }).toEqual([503, expect.stringContaining(reason)])
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await server.run('rm filling')
    await expect.poll(ready, { timeout: 30_000 }).toEqual([200, '{"status":"ok"}'])
    await server.stop()
  },
)
