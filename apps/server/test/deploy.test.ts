import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../../../test/built.ts'
import { newCertificate } from '../../../test/certificate.ts'
import { freePort } from '../../../test/free-port.ts'
import { useCommands } from '../../../test/in-process.ts'
import { freshPostgresDatabase } from '../../../test/postgres/databases.ts'
import { readConfig } from '../src/configuration/config.ts'
import { aboutSetting, SETTING_NAMES } from '../src/configuration/settings.ts'

const { serve, runHere: run, path } = useCommands()
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const SETTINGS = new Set(SETTING_NAMES.map((name) => aboutSetting(name).environment))
/** The program in the folder in which npm installs the package. */
const PROGRAM = '/opt/handrail/node_modules/handrail/dist/handrail.js'
/** The program in the image, into which pnpm copies it. */
const IN_IMAGE = '/opt/handrail/dist/handrail.js'

test('docs/production.md and docs/kubernetes.md name everything in deploy, and nothing else', () => {
  const page = ['production.md', 'kubernetes.md']
    .map((name) => readFileSync(join(root, 'docs', name), 'utf8'))
    .join('\n')
  const named = [...page.matchAll(/\]\(\.\.\/deploy\/([\w./-]+)\)/g)].map(([, name]) => name as string)
  const isFolder = (name: string): boolean => statSync(join(root, 'deploy', name)).isDirectory()
  const files = readdirSync(join(root, 'deploy'), { recursive: true })
    .map(String)
    .filter((name) => !isFolder(name) && !name.startsWith('systemd/'))
  expect([...new Set(named)].filter((name) => !isFolder(name)).toSorted()).toEqual(files.toSorted())
  expect(page).toContain('`deploy/systemd/`')
})

describe('the units of systemd', () => {
  const units = readdirSync(join(root, 'deploy/systemd'))

  test('are valid', async ({ skip }) => {
    skip(spawnSync('systemd-analyze', ['--version']).error !== undefined, 'systemd-analyze is not installed')
    const files = units.map((name) => join(root, 'deploy/systemd', name))
    const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', ...files])
    expect(stderr.split('\n').filter((line) => line.includes('handrail'))).toEqual([])
  })

  test('start commands that the program has, with settings that it knows', async () => {
    for (const name of units.filter((unit) => unit.endsWith('.service'))) {
      const [, command = ''] = /^ExecStart=\/usr\/bin\/env node (.+)$/m.exec(read(`systemd/${name}`)) ?? []
      const [program, subcommand = '', argument, ...flags] = command.split(' ')
      expect(program).toBe(PROGRAM)
      const { stdout } = await run([subcommand, '--help'])
      expect(stdout).toContain(`handrail ${subcommand}`)
      for (const flag of flags.filter((one) => one.startsWith('--'))) expect(stdout).toContain(flag)
      if (subcommand === 'backup') expect(read(`systemd/${name}`)).toContain(`ReadWritePaths=${argument}`)
      for (const [, variable = ''] of read(`systemd/${name}`).matchAll(/^Environment=(HANDRAIL_\w+)=/gm))
        expect(SETTINGS).toContain(variable)
    }
  })

  test('a backup with the flags of the unit is made, and is what `restore` takes', async () => {
    const server = await serve(['--demo'])
    mkdirSync(path('backups'))
    const [, flags = ''] = /backup \S+ (.+)$/m.exec(read('systemd/handrail-backup.service')) ?? []
    expect(await run(['backup', path('backups'), ...flags.split(' ')])).toMatchObject({ code: 0 })
    server.kill('SIGTERM')
    await server.ended
    const [file = ''] = readdirSync(path('backups')).filter((name) => name.endsWith('.db'))
    expect(await run(['restore', path(`backups/${file}`)])).toMatchObject({ code: 0 })
  })
})

const METRICS_TOKEN = 'a-token-of-the-tests-for-metrics'

test('nginx with the configuration forwards to the service, which trusts it, and asks for a token for its metrics', async ({
  skip,
}) => {
  skip(spawnSync('nginx', ['-v']).error !== undefined, 'nginx is not installed')
  const [plain, tls] = [await freePort(), await freePort()]
  const url = `https://localhost:${tls}`
  const server = await serve(['--demo'], {
    environment: { PUBLIC_URL: url, HANDRAIL_TRUST_PROXY: '127.0.0.1', HANDRAIL_METRICS_TOKEN: METRICS_TOKEN },
  })
  const { key, cert } = await newCertificate('localhost')
  writeFileSync(path('key.pem'), key)
  writeFileSync(path('cert.pem'), cert)
  const own = read('nginx.conf')
    .replace('127.0.0.1:3000', new URL(server.url).host)
    .replace(/listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${tls} ssl;`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${path('cert.pem')};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${path('key.pem')};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${path(name)};`)
    .join('\n')
  const whole = `daemon off; pid ${path('pid')}; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${own}\n}`
  writeFileSync(path('nginx.conf'), whole)
  const nginx = spawn('nginx', ['-p', path('.'), '-c', path('nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const status = (at: string) =>
      get(`${url}${at}`, cert).then(
        (answer) => answer.status,
        () => 0,
      )
    await expect.poll(() => status('/readyz')).toBe(200)
    expect((await get(`${url}/healthz`, cert)).headers['x-handrail-proxy']).toBeUndefined()
    // From another machine, with the token alone.
    expect(await status('/metrics')).not.toBe(200)
    expect((await get(`${url}/metrics`, cert, { authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200)
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${plain}/a?b`, { redirect: 'manual' })).status).toBe(301)
  } finally {
    nginx.kill('SIGTERM')
  }
})

test('Caddy accepts the Caddyfile', async ({ skip }) => {
  skip(spawnSync('caddy', ['version']).error !== undefined, 'caddy is not installed')
  const flags = ['--config', join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile']
  await promisify(execFile)('caddy', ['validate', ...flags])
})

describe('the image', () => {
  const lines = read('Containerfile').replaceAll('\\\n', ' ')

  test('is made from one base, named by its digest, with the version of Node that a checkout is built with', () => {
    const bases = [...lines.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
    expect(bases).toHaveLength(2)
    expect(new Set(bases).size).toBe(1)
    const [, version] = /^docker\.io\/library\/node:([\d.]+)-trixie-slim@sha256:[\da-f]{64}$/.exec(bases[0] ?? '') ?? []
    const toolchain = readFileSync(join(root, 'scripts/toolchain.mjs'), 'utf8')
    expect(toolchain).toContain(`const nodeVersion = '${version}'`)
  })

  test('runs the program as a user without rights, with settings that it knows', () => {
    expect(lines).toContain('USER node')
    const [, entry = '[]'] = /^ENTRYPOINT (.+)$/m.exec(lines) ?? []
    expect(JSON.parse(entry)).toEqual(['node', IN_IMAGE])
    const [, variables = ''] = /^ENV (.+)$/m.exec(lines) ?? []
    for (const variable of variables.split(' ').map((pair) => pair.split('=')[0] ?? ''))
      expect(variable === 'NODE_ENV' || SETTINGS.has(variable)).toBe(true)
  })

  test('has the versions of the lockfile: no other command installs packages, and nothing is resolved anew', () => {
    const commands = [...lines.matchAll(/^RUN (.+)$/gm)].map(([, command = '']) => command.replace(/\s+/g, ' '))
    const installing = commands.filter((command) => /\b(npm|pnpm|npx|yarn)\b/.test(command))
    expect(installing).toEqual([
      'npm run build',
      expect.stringMatching(/pnpm --filter handrail deploy --prod --frozen-lockfile --ignore-scripts /),
      'npm run sbom -- apps/server /opt/handrail/sbom.cdx.json',
    ])
    // The build installs by it, too.
    const install = readFileSync(join(root, 'scripts/install.mjs'), 'utf8')
    expect(install).toContain("'--frozen-lockfile'")
  })

  test('is what pnpm copies: the program runs, with each package at its version in the lockfile', async () => {
    const [, command = ''] = /^RUN \S+pnpm (--filter handrail deploy .+) \/opt\/handrail$/m.exec(lines) ?? []
    const store = join(root, '.toolchain/store')
    const args = command.replace('/src/.toolchain/store', store).split(/\s+/)
    const target = path('image')
    const pnpm = join(root, '.toolchain/bin', process.platform === 'win32' ? 'pnpm.cmd' : 'pnpm')
    // What is installed here is in the store.
    await promisify(execFile)(pnpm, [...args, '--offline', target], { cwd: root })
    const { stdout } = await promisify(execFile)(process.execPath, [join(target, 'dist/handrail.js'), '--version'])
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/)
    const { packages } = parse(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
    const installed = Object.keys(parse(readFileSync(join(target, 'pnpm-lock.yaml'), 'utf8')).packages)
    expect(installed.length).toBeGreaterThan(50)
    expect(installed.filter((name) => !name.includes('@file:') && packages[name] === undefined)).toEqual([])
  })

  test('is healthy while the service is ready, and only then', async () => {
    const [, command = '[]'] = /HEALTHCHECK .*CMD (\[.+\])$/m.exec(lines) ?? []
    const [, ...args]: string[] = JSON.parse(command)
    const server = await serve()
    const check = () =>
      spawnSync(process.execPath, args, { env: { ...process.env, PORT: new URL(server.url).port } }).status
    expect(check()).toBe(0)
    server.kill('SIGTERM')
    await server.ended
    expect(check()).toBe(1)
  })
})

test('the file for Traefik leads to the service, whose readiness it asks for', async () => {
  const { routers, services } = parse(read('traefik.yaml')).http
  expect(routers.handrail.service).toBe('handrail')
  const { servers, healthCheck } = services.handrail.loadBalancer
  const server = await serve(['--demo'])
  expect(new URL(servers[0].url).port).toBe('3000')
  expect((await fetch(server.url + healthCheck.path)).status).toBe(200)
})

test('Apache accepts its configuration', async ({ skip }) => {
  skip(spawnSync('apache2', ['-v']).error !== undefined, 'apache2 is not installed')
  const { key, cert } = await newCertificate('localhost')
  writeFileSync(path('key.pem'), key)
  writeFileSync(path('cert.pem'), cert)
  const own = read('apache.conf')
    .replace(/SSLCertificateFile .*/, `SSLCertificateFile ${path('cert.pem')}`)
    .replace(/SSLCertificateKeyFile .*/, `SSLCertificateKeyFile ${path('key.pem')}`)
  const modules = ['mpm_event', 'authz_core', 'alias', 'ssl', 'proxy', 'proxy_http', 'headers', 'socache_shmcb']
  const loaded = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  const whole = [
    `ServerRoot ${path('.')}`,
    `PidFile ${path('pid')}`,
    `ErrorLog ${path('error.log')}`,
    'ServerName localhost',
  ]
  writeFileSync(path('apache.conf'), [...whole, ...loaded, 'Listen 127.0.0.1:9443', own].join('\n'))
  const checked = await promisify(execFile)('apache2', ['-t', '-f', path('apache.conf')])
  expect(checked.stderr).toContain('Syntax OK')
})

describe.each(['postgres', 'sqlite'])('the manifests of Kubernetes for %s', (kind) => {
  interface Container {
    env: { name: string; value: string }[]
    ports: { containerPort: number }[]
    volumeMounts: { name: string; mountPath: string }[]
    readinessProbe: { httpGet: { path: string } }
    livenessProbe: { httpGet: { path: string } }
    startupProbe: { httpGet: { path: string } }
    securityContext: object
  }
  const parts = parseAllDocuments(read(`kubernetes/${kind}.yaml`)).map((one) => one.toJS())
  const ofKind = (name: string) => parts.find((one) => one.kind === name)
  const { spec } = ofKind(kind === 'sqlite' ? 'StatefulSet' : 'Deployment')
  const [container]: Container[] = spec.template.spec.containers

  test('give the service settings that it knows and accepts', async () => {
    const given = {
      ...ofKind('Secret')?.stringData,
      ...Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []),
    }
    expect(Object.keys(given).filter((name) => !SETTINGS.has(name) && !/^AWS_|^PGPASSWORD$/.test(name))).toEqual([])
    expect(readConfig({}, given)).toMatchObject({ warnings: [] })
    // SQLite has one process, and a disk that outlives it.
    if (kind === 'sqlite') expect(spec.replicas).toBe(1)
    else
      expect(given).toMatchObject({
        DATABASE_URL: expect.any(String),
        FILES_URL: expect.any(String),
        HANDRAIL_SECRET: expect.any(String),
      })
  })

  test('ask for what the service answers, with a root that it does not write to', async () => {
    const server = await serve(['--demo'])
    for (const probe of [container?.readinessProbe, container?.livenessProbe, container?.startupProbe])
      expect((await fetch(server.url + probe?.httpGet.path)).status).toBe(200)
    expect(container?.ports[0]?.containerPort).toBe(3000)
    expect(read('Containerfile')).toContain('PORT=3000')
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
    const written = container?.volumeMounts.map(({ mountPath }) => mountPath)
    expect(written).toEqual(expect.arrayContaining(['/data', '/tmp', ...(kind === 'sqlite' ? ['/backups'] : [])]))
    const names = [
      ...spec.template.spec.volumes,
      ...(spec.volumeClaimTemplates ?? []).map((one: { metadata: object }) => one.metadata),
    ].map(({ name }) => name)
    for (const { name } of container?.volumeMounts ?? []) expect(names).toContain(name)
    expect(ofKind('Service').spec.selector).toEqual(spec.selector.matchLabels)
  })
})

describe('compose', () => {
  interface Service {
    environment: Record<string, string>
    volumes: string[]
    read_only?: boolean
    env_file?: { path: string; required: boolean }[]
  }
  const handrailOf = (name: string): Service => parse(read(name)).services.handrail

  test.each(['compose.yaml', 'compose.postgres.yaml'])('%s gives the service settings that it knows', (name) => {
    const unknown = Object.keys(handrailOf(name).environment).filter((variable) => !SETTINGS.has(variable))
    expect(unknown.filter((variable) => variable !== 'PGPASSWORD')).toEqual([])
  })

  test('makes backups by default, where a read-only root can be written, and takes all other settings from a file', async () => {
    const { environment, volumes, read_only, env_file } = handrailOf('compose.yaml')
    expect([read_only, env_file]).toEqual([true, [{ path: 'handrail.env', required: false }]])
    const { SITE_ADDRESS, ...defaults } = { SITE_ADDRESS: 'onboarding.example.com', BACKUPS: 'backups' }
    const filled = (text: string) =>
      text.replaceAll(/\$\{SITE_ADDRESS:\?[^}]*\}/g, SITE_ADDRESS).replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
    expect(volumes.map(filled)).toEqual(['handrail:/data', `${defaults.BACKUPS}:/backups`])
    // As the container starts it, with folders of this machine in place of the volumes.
    const given = Object.entries(environment).map(([variable, value]) => [variable, filled(value)])
    const { HANDRAIL_BACKUP_TO: to = '', ...settings } = Object.fromEntries(given)
    expect(to).toBe('/backups')
    mkdirSync(path('backups'))
    const server = await serve([], { environment: { ...settings, HANDRAIL_BACKUP_TO: path('backups') } })
    expect(server.stdout()).toContain(`https://${SITE_ADDRESS}`)
    await expect.poll(() => readdirSync(path('backups')).filter((file) => file.endsWith('.db'))).toHaveLength(1)
  })

  test('on PostgreSQL, a password needs no encoding: the client takes it from its own variable', async () => {
    const { environment } = handrailOf('compose.postgres.yaml')
    expect(environment.PGPASSWORD).toContain('POSTGRES_PASSWORD')
    const password = 'p@ss#1:/%w?'
    const url = new URL(await freshPostgresDatabase())
    const client = new Client({ connectionString: url.href })
    await client.connect()
    const name = `handrail_${url.pathname.slice(1)}`
    await client.query(`create role "${name}" login superuser password '${password}'`)
    try {
      const address = new URL(environment.DATABASE_URL ?? '')
      expect(address.password).toBe('')
      const DATABASE_URL = `postgres://${name}@${url.host}${url.pathname}`
      const secret = 'a secret of the tests, long enough for anybody'
      const server = await serve([], { environment: { DATABASE_URL, PGPASSWORD: password, HANDRAIL_SECRET: secret } })
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      server.kill('SIGTERM')
      await server.ended
    } finally {
      await client.query(`reassign owned by "${name}" to current_user`)
      await client.query(`drop owned by "${name}"`)
      await client.query(`drop role "${name}"`)
      await client.end()
    }
  })
})

test('the dashboard shows metrics that the service has', async () => {
  const server = await serve(['--demo'])
  const text = await (await fetch(`${server.url}/metrics`)).text()
  // Of alerts as well, so that none waits for what never comes.
  const alerts = parse(read('prometheus/handrail-alerts.yml')).groups.flatMap(({ rules }: { rules: Alert[] }) => rules)
  expect(alerts.length).toBeGreaterThan(10)
  for (const { annotations, expr } of alerts)
    expect([annotations.summary, annotations.description, expr]).not.toContain(undefined)
  const inAlerts = alerts.flatMap(({ expr }: Alert) => expr.match(/(?:handrail|process|nodejs)_\w+/g) ?? [])
  const expressions = [...read('grafana.json').matchAll(/"expr": "([^"]+(?:\\"[^"]*)*)"/g)].map(
    ([, found = '']) => found,
  )
  const named = new Set(expressions.flatMap((one) => one.match(/(?:handrail|process|nodejs)_\w+/g) ?? []))
  expect(named.size).toBeGreaterThan(12)
  expect(named).toContain('handrail_failed_backups')
  const known = (metric: string) => text.includes(`# TYPE ${metric.replace(/_(?:count|bucket|sum)$/, '')} `)
  expect([...named, ...inAlerts].filter((metric) => !known(metric))).toEqual([])
})

interface Alert {
  expr: string
  annotations: { summary: string; description: string }
}

/** A request that trusts one certificate. */
function get(url: string, ca: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    request(url, { ca, headers, servername: 'localhost' }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
    })
      .on('error', reject)
      .end()
  })
}
