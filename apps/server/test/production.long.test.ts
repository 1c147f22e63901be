import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../../../test/built.ts'
import { newCertificate } from '../../../test/certificate.ts'
import { blocksOf } from '../../../test/documents.ts'
import { freePort } from '../../../test/free-port.ts'
import { installedPrograms } from '../../../test/postgres/postgres-files.ts'
import { startPostgres } from '../../../test/postgres/postgres-server.ts'

// The page about production, typed on a machine that ends with the test: its folders are laid over those of this one.

/** What the scripts change of the machine. */
const FOLDERS = ['etc', 'opt', 'var', 'usr/local']
/** Where an operator's shell looks for programs, whatever the path of the tests is. */
const PROGRAMS = '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** The release that instances are upgraded from: the last one before keys could be changed and backups were made by default. */
const FORMER = '9c5c57b367fa1fe18a14b08af205490a8c364a64'
const HOST = 'onboarding.example.com'
/** Of the proxies, so that whatever else listens on this machine stays as it is. */
const ADDRESS = '127.0.0.2'
const CERTIFICATE = `/etc/ssl/certs/${HOST}.pem`
const CERTIFICATE_KEY = `/etc/ssl/private/${HOST}.key`

/** Why this machine cannot be one that ends with the test; empty if it can. */
function obstacle(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  for (const program of ['useradd', 'setpriv', 'curl', 'unshare'])
    if (!isInstalled(program)) return `${program} is not installed`
  const probe = mkdtempSync(join(tmpdir(), 'handrail-overlay-'))
  const lines = `mkdir ${probe}/u ${probe}/w && mount -t overlay overlay -o lowerdir=/opt,upperdir=${probe}/u,workdir=${probe}/w /opt`
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', lines])
  rmSync(probe, { recursive: true, force: true })
  return status === 0 ? '' : 'folders cannot be laid over others here'
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { env: { PATH: PROGRAMS } }).error === undefined
}

/** What systemd does with a unit, as far as it matters: user, environment, folders, and the command. */
const UNIT = String.raw`
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
const [action, name, folder] = process.argv.slice(2)
const pidFile = folder + '/' + name + '.pid'
if (action === 'stop') {
  const pid = Number(readFileSync(pidFile, 'utf8'))
  process.kill(pid, 'SIGTERM')
  while (existsSync('/proc/' + pid)) execFileSync('sleep', ['0.1'])
  process.exit(0)
}
const unit = readFileSync('/etc/systemd/system/' + name, 'utf8')
const values = (key) => [...unit.matchAll(new RegExp('^' + key + '=-?(.*)$', 'gm'))].map(([, value]) => value)
const lines = values('EnvironmentFile').flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []))
const environment = [...values('Environment'), ...lines].filter((line) => /^\w+=/.test(line))
const [user] = values('User')
const [directory = '/'] = values('WorkingDirectory')
const command = ['--reuid', user, '--regid', user, '--clear-groups', 'env', '-i', ...environment, ...values('ExecStart')[0].split(' ')]
const log = openSync(folder + '/journal', 'a')
const oneshot = values('Type')[0] === 'oneshot'
const child = spawn('setpriv', command, { cwd: directory, detached: !oneshot, stdio: ['ignore', log, log] })
if (oneshot) child.on('exit', (code) => process.exit(code ?? 1))
else {
  writeFileSync(pidFile, String(child.pid))
  child.unref()
}
`

/** The programs that the page calls and a test cannot have, in terms of those that it has. */
const SHIMS = (folder: string): Record<string, string> => ({
  sudo: 'exec "$@"',
  systemctl: `case "$1" in
daemon-reload) ;;
enable) for unit in "$@"; do case "$unit" in *.service) node ${folder}/unit.mjs start "$unit" ${folder} ;; esac; done ;;
restart) node ${folder}/unit.mjs stop "$2" ${folder}; : > ${folder}/journal; node ${folder}/unit.mjs start "$2" ${folder} ;;
start | stop) node ${folder}/unit.mjs "$1" "$2" ${folder} ;;
esac`,
  // Until the service says that it is ready.
  journalctl: `for i in $(seq 600); do grep -q 'Stop it with' ${folder}/journal && break; sleep 0.1; done; cat ${folder}/journal`,
  'systemd-run': `given=()
while [[ "$1" == --* ]]; do
  case "$1" in
  --uid=*) user="\${1#*=}" ;;
  --setenv=*) given+=("\${1#*=}") ;;
  --working-directory=*) cd "\${1#*=}" ;;
  --property=EnvironmentFile=-*) mapfile -t lines < <(grep -E '^[A-Z_]+=' "\${1#*=EnvironmentFile=-}") ;;
  esac
  shift
done
exec setpriv --reuid "$user" --regid "$user" --clear-groups env -i "\${lines[@]}" "\${given[@]}" "$@"`,
})

const page = blocksOf('production.md')
const block = (start: string) =>
  page.find(({ text }) => text.startsWith(start))?.text ?? `echo "no block ${start}"; exit 1`
const SETTINGS = page.find(({ info }) => info === '[handrail.env]')?.text ?? ''

interface Machine {
  folder: string
  port: number
  /** Runs a script on it. @returns what it printed */
  run(script: string): Promise<string>
}

const machines: string[] = []
afterAll(() => {
  for (const folder of machines) rmSync(folder, { recursive: true, force: true })
})

/** A machine with Node, the programs above, a checkout, and the certificate that its proxy is to have. */
async function newMachine(more: Record<string, string>): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-production-'))
  machines.push(folder)
  const port = await freePort()
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'unit.mjs'), UNIT)
  for (const [name, text] of Object.entries(SHIMS(folder))) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/bash\n${text}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const { key, cert } = await newCertificate(HOST)
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const lines = Object.entries({ ...more, PORT: String(port), NODE_EXTRA_CA_CERTS: CERTIFICATE })
  writeFileSync(join(folder, 'handrail.env'), SETTINGS + lines.map(([name, value]) => `${name}=${value}\n`).join(''))
  // Nothing of what is under it changes: neither this machine, nor the checkout of whoever runs the test.
  const laid = (lower: string, over = lower) => {
    const written = join(folder, 'written', lower)
    return `mkdir -p ${written}/u ${written}/w; mount -t overlay overlay -o lowerdir=${lower},upperdir=${written}/u,workdir=${written}/w ${over}`
  }
  const before = `
${FOLDERS.map((path) => laid(`/${path}`)).join('\n')}
ln -sf ${process.execPath} /usr/local/bin/node
echo "127.0.0.1 localhost" > /etc/hosts; echo "${ADDRESS} ${HOST}" >> /etc/hosts
mkdir -p /etc/ssl/private; cp ${folder}/cert.pem ${CERTIFICATE}; cp ${folder}/key.pem ${CERTIFICATE_KEY}
mkdir -p ${folder}/src/handrail; ${laid(root, `${folder}/src/handrail`)}; cd ${folder}/src/handrail
trap 'for pid in ${folder}/*.pid; do kill "$(cat "$pid")" || true; done 2>/dev/null' EXIT
`
  const PATH = [join(folder, 'bin'), dirname(process.execPath), PROGRAMS].join(':')
  return {
    folder,
    port,
    async run(script) {
      const typed = ['--mount', 'bash', '--norc', '-euo', 'pipefail', '-c', `exec 2>&1\n${before}\n${script}`]
      const env = { ...process.env, PATH, HOME: join(folder, 'home') }
      const run = promisify(execFile)('unshare', typed, { env, maxBuffer: 64 * 1024 * 1024 })
      const { stdout } = await run.catch((failed: { stdout: string }) => {
        throw new Error(`A command of the page failed. It printed: ${failed.stdout.slice(-3000)}`)
      })
      return stdout
    },
  }
}

/** Lines that print the status of a path, asked for as a browser does: by the address of the instance, through its proxy. */
const ask = (path: string, label: string) =>
  `echo "${label} $(curl -sS --cacert ${CERTIFICATE} --retry 20 --retry-connrefused --retry-delay 1 -o /dev/null -w '%{http_code}' "https://${HOST}${path}")"`

/** How the two proxies with files of their own are started, changed in nothing but where they listen, and where the service does. */
const PROXIES: Record<'nginx' | 'caddy', (machine: Machine) => string> = {
  nginx: ({ folder, port }) => `
sed -e 's/listen 80;/listen ${ADDRESS}:80;/; s/listen 443 ssl;/listen ${ADDRESS}:443 ssl;/; /listen .::/d; s/127.0.0.1:3000/127.0.0.1:${port}/' deploy/nginx.conf > /etc/nginx/conf.d/handrail.conf
rm -f /etc/nginx/sites-enabled/default
sed -i 's|^pid .*|pid ${folder}/nginx.pid;|' /etc/nginx/nginx.conf
nginx`,
  caddy: ({ folder, port }) => `
{ echo '{'; echo '  admin off'; echo '  auto_https disable_redirects'; echo '  default_bind ${ADDRESS}'; echo '}'
  sed -e '/^{$SITE_ADDRESS/a tls ${CERTIFICATE} ${CERTIFICATE_KEY}' deploy/Caddyfile; } > /etc/caddy/Caddyfile
HOME=${folder} UPSTREAM=127.0.0.1:${port} caddy start --config /etc/caddy/Caddyfile --pidfile ${folder}/caddy.pid > ${folder}/caddy.log 2>&1 || cat ${folder}/caddy.log`,
}

/** A request to the API by the key in the file \`key\`, through the proxy. */
const api = (folder: string) =>
  `api() { curl -sS --cacert ${CERTIFICATE} -H "Authorization: Bearer $(cat ${folder}/key)" -H 'Content-Type: application/json' "https://${HOST}/api/v1/$@"; echo; }`

/** The steps of docs/operations.md, "Changing the key", for a key that is a setting. */
const NEW_SECRET = `
former=$(grep '^HANDRAIL_SECRET=' /etc/handrail/handrail.env | cut -d= -f2-)
sed -i '/^HANDRAIL_SECRET=/d' /etc/handrail/handrail.env
echo "HANDRAIL_SECRET=$(openssl rand -base64 48 | tr -d '\\n')" >> /etc/handrail/handrail.env
echo "HANDRAIL_SECRET_PREVIOUS=$former" >> /etc/handrail/handrail.env
systemctl restart handrail.service; journalctl -u handrail > /dev/null
sudo handrail rotate-key
sed -i '/^HANDRAIL_SECRET_PREVIOUS=/d' /etc/handrail/handrail.env
systemctl restart handrail.service; journalctl -u handrail > /dev/null`

const WHY_NOT = obstacle()

/** What is missing for a story; empty if nothing is. */
function missing({ proxy, isPostgres }: { proxy: 'nginx' | 'caddy'; isPostgres: boolean }): string {
  if (WHY_NOT) return WHY_NOT
  if (!isInstalled(proxy)) return `${proxy} is not installed`
  return isPostgres && !installedPrograms() ? 'no PostgreSQL with pg_dump is installed in /usr/lib/postgresql' : ''
}

/** The settings of an instance on PostgreSQL, with a server of its own that ends with the test. */
async function postgresSettings() {
  const bin = installedPrograms() ?? ''
  const server = await startPostgres({ bin })
  return {
    stop: server.stop,
    settings: { DATABASE_URL: server.url, HANDRAIL_SECRET: 'a secret of the tests, long enough', HANDRAIL_PG_BIN: bin },
  }
}

const SETUPS = [
  { engine: 'SQLite', proxy: 'nginx', isPostgres: false },
  { engine: 'PostgreSQL', proxy: 'caddy', isPostgres: true },
] as const

describe.each(SETUPS)('docs/production.md with $engine behind $proxy', ({ proxy, isPostgres }) => {
  const why = missing({ proxy, isPostgres })

  test('packages, user, units, proxy, backup, a new key, and a restore onto a mount, as printed', {
    timeout: 900_000,
  }, async ({ skip }) => {
    skip(why !== '', why)
    const postgres = isPostgres ? await postgresSettings() : undefined
    try {
      const machine = await newMachine(postgres?.settings ?? {})
      const { folder } = machine
      const stdout = await machine.run(`
${block('npm run pack -- ../handrail-packages\nsudo')}
install -m 0600 ${folder}/handrail.env /etc/handrail/handrail.env
${PROXIES[proxy](machine)}
${block('sudo cp /opt/handrail')}
${ask('/readyz', 'ready')}
link=$(grep -o 'https://${HOST}/setup?token=[^ ]*' ${folder}/journal)
query=\${link#*\\?}
${ask('/setup?$query', 'set-up')}
printf 'correct horse battery\n' | sudo handrail setup --email you@example.com --workspace "Harbour Bakery"
sudo handrail create-key --name crm --scopes all > ${folder}/key
${api(folder)}
api contacts -d '{"contact": {"email": "kept@example.com", "first_name": "Kept"}}'
systemctl start handrail-backup.service
${isPostgres ? NEW_SECRET : 'sudo handrail rotate-key'}
${ask('/readyz', 'ready with a new key')}
${isPostgres ? 'sleep 1; systemctl start handrail-backup.service' : ''}
echo "backups: $(cd /var/backups/handrail; ls)"
api contacts -d '{"contact": {"email": "lost@example.com", "first_name": "Lost"}}'
systemctl stop handrail.service
mkdir -p /var/lib/handrail/files; mount -t tmpfs tmpfs /var/lib/handrail/files; chown handrail:handrail /var/lib/handrail/files
sudo handrail restore "$(ls -t /var/backups/handrail/*.${isPostgres ? 'dump' : 'db'} | head -1)"
: > ${folder}/journal
systemctl start handrail.service
journalctl -u handrail > /dev/null
${ask('/readyz', 'ready after the restore')}
echo "restored $(api contacts)"
sudo handrail doctor || true
`)
      expect(stdout).toContain('ready 200')
      expect(stdout).toContain('set-up 200')
      expect(stdout).toContain('Workspace "Harbour Bakery" is ready')
      expect(stdout).toMatch(/backups: handrail-\d{4}-\d\d-\d\dT\d{6}Z\.(db|dump)\n/)
      expect(stdout).toContain('Everything is encrypted with the new key')
      expect(stdout).toContain('ready with a new key 200')
      expect(stdout).toContain('ready after the restore 200')
      const restored = stdout.split('\n').find((line) => line.startsWith('restored ')) ?? ''
      expect(restored).toContain('kept@example.com')
      expect(restored).not.toContain('lost@example.com')
      // Through the proxy, whose address it believes.
      expect(stdout).toMatch(/^ok +.*https:\/\/onboarding\.example\.com/m)
    } finally {
      await postgres?.stop()
    }
  })
})

describe('an upgrade as docs/production.md prints it', () => {
  const isHere = spawnSync('git', ['cat-file', '-e', `${FORMER}^{commit}`], { cwd: root }).status === 0
  let former: Promise<string> | undefined
  /** The release from its own sources, packed by its own command. */
  const packFormer = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'handrail-former-'))
    machines.push(folder)
    const checkout = join(folder, 'handrail')
    const shell = promisify(execFile)
    await shell('git', ['clone', '-q', '--no-checkout', root, checkout])
    await shell('git', ['checkout', '-q', FORMER], { cwd: checkout })
    await shell('npm', ['run', 'pack', '--', '../packages'], { cwd: checkout, maxBuffer: 64 * 1024 * 1024 })
    return folder
  }

  describe.each(SETUPS)('on $engine behind $proxy', ({ proxy, isPostgres }) => {
    test('keeps everything', { timeout: 1_200_000 }, async ({ skip }) => {
      const why = missing({ proxy, isPostgres })
      skip(why !== '', why)
      skip(!isHere, 'the commit of the release before is not in this clone')
      former ??= packFormer()
      const from = await former
      const postgres = isPostgres ? await postgresSettings() : undefined
      try {
        const machine = await newMachine(postgres?.settings ?? {})
        const { folder } = machine
        const [, ...installing] = block('npm run pack -- ../handrail-packages\nsudo').trim().split('\n')
        const asFormer = installing
          .filter((line) => !line.includes('deploy/bin'))
          .join('\n')
          .replace('"$PWD"/../handrail-packages', join(from, 'packages'))
        const stdout = await machine.run(`
${asFormer}
cp deploy/bin/handrail /usr/local/bin/handrail
install -m 0600 ${folder}/handrail.env /etc/handrail/handrail.env
${PROXIES[proxy](machine)}
cp ${from}/handrail/deploy/systemd/* /etc/systemd/system/
systemctl enable --now handrail.service handrail-backup.timer
journalctl -u handrail > /dev/null
${ask('/readyz', 'former ready')}
printf 'correct horse battery\n' | sudo handrail setup --email you@example.com --workspace "Harbour Bakery"
sudo handrail create-key --name crm --scopes all > ${folder}/key
${api(folder)}
api contacts -d '{"contact": {"email": "kept@example.com", "first_name": "Kept"}}'
api webhook_endpoints -d '{"webhook_endpoint": {"url": "https://example.com/hook", "events": ["contact.*"]}}'
echo "before $(api members)"
${block('npm run pack -- ../handrail-packages\nsudo npm')}
journalctl -u handrail > /dev/null
${ask('/readyz', 'ready after the upgrade')}
echo "upgraded $(api contacts)"
sudo handrail create-key --name roster --scopes members:read > ${folder}/key
echo "members $(api members)"
${isPostgres ? NEW_SECRET : 'sudo handrail rotate-key'}
sudo handrail create-key --name hooks --scopes webhooks:manage > ${folder}/key
echo "endpoint $(api webhook_endpoints)"
`)
        expect(stdout).toContain('former ready 200')
        // What the former release did not have yet.
        expect(stdout).toMatch(/^before .*not_found/m)
        expect(stdout).toContain('ready after the upgrade 200')
        expect(stdout).toMatch(/^upgraded .*kept@example\.com/m)
        expect(stdout).toMatch(/^members .*you@example\.com/m)
        expect(stdout).toContain('Everything is encrypted with the new key')
        expect(stdout).toMatch(/^endpoint .*https:\/\/example\.com\/hook/m)
      } finally {
        await postgres?.stop()
      }
    })
  })
})
