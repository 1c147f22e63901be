import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../../../test/built.ts'
import { blocksOf } from '../../../test/documents.ts'
import { freePort } from '../../../test/free-port.ts'

// The page about production, typed on a machine that ends with the test: its folders are laid over those of this one.

/** What the script changes of the machine. */
const FOLDERS = ['etc', 'opt', 'var', 'usr/local']

/** Why this machine cannot be one that ends with the test; empty if it can. */
function obstacle(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  if (spawnSync('useradd', ['--help']).error) return 'useradd is not installed'
  if (spawnSync('setpriv', ['--version']).error) return 'setpriv is not installed'
  const probe = mkdtempSync(join(tmpdir(), 'handrail-overlay-'))
  const lines = `mkdir ${probe}/u ${probe}/w && mount -t overlay overlay -o lowerdir=/opt,upperdir=${probe}/u,workdir=${probe}/w /opt`
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-c', lines])
  rmSync(probe, { recursive: true, force: true })
  return status === 0 ? '' : 'folders cannot be laid over others here'
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

const block = (start: string) => blocksOf('production.md').find(({ text }) => text.startsWith(start))?.text ?? 'exit 1'

test('docs/production.md: packages, user, units, backup, a new key, and a restore onto a mount, as printed', {
  timeout: 600_000,
}, async ({ skip }) => {
  const why = obstacle()
  if (why) return skip(why)
  const folder = mkdtempSync(join(tmpdir(), 'handrail-production-'))
  const port = await freePort()
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'unit.mjs'), UNIT)
  for (const [name, text] of Object.entries(SHIMS(folder))) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/bash\n${text}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const settings = blocksOf('production.md').find(({ info }) => info === '[handrail.env]')?.text ?? ''
  writeFileSync(join(folder, 'handrail.env'), `${settings}PORT=${port}\n`)
  const asked = `curl -sS -o /dev/null -w '%{http_code}' -H 'Host: onboarding.example.com' -H 'X-Forwarded-Proto: https'`
  const at = `http://127.0.0.1:${port}`
  const script = `
${FOLDERS.map((path) => `mkdir -p ${folder}/${path}/u ${folder}/${path}/w; mount -t overlay overlay -o lowerdir=/${path},upperdir=${folder}/${path}/u,workdir=${folder}/${path}/w /${path}`).join('\n')}
ln -sf ${process.execPath} /usr/local/bin/node
mkdir -p ${folder}/src/handrail; mount --bind ${root} ${folder}/src/handrail; cd ${folder}/src/handrail
trap 'kill "$(cat ${folder}/handrail.service.pid)" 2>/dev/null || true' EXIT
${block('npm run pack -- ../handrail-packages')}
install -m 0600 ${folder}/handrail.env /etc/handrail/handrail.env
${block('sudo cp /opt/handrail')}
echo "ready $(${asked} ${at}/readyz)"
link=$(grep -o 'https://onboarding.example.com/setup?token=[^ ]*' ${folder}/journal)
echo "setup $(${asked} "${at}/setup?\${link#*\\?}")"
printf 'correct horse battery\\n' | sudo handrail setup --email you@example.com --workspace "Harbour Bakery"
systemctl start handrail-backup.service
ls /var/backups/handrail
sudo handrail rotate-key
echo "ready with a new key $(${asked} ${at}/readyz)"
sudo handrail create-key --name later --scopes all > /dev/null
systemctl stop handrail.service
mkdir -p /var/lib/handrail/files; mount -t tmpfs tmpfs /var/lib/handrail/files; chown handrail:handrail /var/lib/handrail/files
sudo handrail restore /var/backups/handrail/*.db
: > ${folder}/journal
systemctl start handrail.service
journalctl -u handrail > /dev/null
echo "ready after the restore $(${asked} ${at}/readyz)"
sudo handrail list-keys
`
  const PATH = [join(folder, 'bin'), dirname(process.execPath), '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'].join(
    ':',
  )
  try {
    const env = { ...process.env, PATH, HOME: join(folder, 'home') }
    const run = promisify(execFile)(
      'unshare',
      ['--mount', 'bash', '--norc', '-euo', 'pipefail', '-c', `exec 2>&1\n${script}`],
      { env },
    )
    const { stdout } = await run.catch((failed: { stdout: string }) => {
      throw new Error(`A command of the page failed. It printed:\n${failed.stdout}`)
    })
    expect(stdout).toContain('ready 200')
    expect(stdout).toContain('setup 200')
    expect(stdout).toContain('Workspace "Harbour Bakery" is ready')
    expect(stdout).toMatch(/handrail-\d{4}-\d\d-\d\dT\d{6}Z\.db\n/)
    expect(stdout).toContain('Everything is encrypted with the new key')
    expect(stdout).toContain('ready with a new key 200')
    expect(stdout).toContain('ready after the restore 200')
    // The key was created after the backup.
    expect(stdout.slice(stdout.indexOf('ready after'))).not.toContain('later')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
