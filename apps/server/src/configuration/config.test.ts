import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { useCommands } from '../../../../test/in-process.ts'
import { asCalled, commandLine, mailOf, readConfig } from './config.ts'

const { run: runProcess, runHere: run, serve, path } = useCommands()

function faultsOf(flags: Record<string, unknown>, environment: Record<string, string> = {}): string[] {
  const read = readConfig(flags, environment)
  return 'faults' in read ? read.faults : []
}

function configOf(flags: Record<string, unknown>, environment: Record<string, string> = {}) {
  const read = readConfig(flags, environment)
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  return read.config
}

describe('settings', () => {
  test('have defaults that serve this machine alone', () => {
    expect(configOf({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      database: 'handrail-data/handrail.db',
      rateLimitMinute: 6000,
      rateLimitHour: 120_000,
      logLevel: 'info',
      demo: false,
    })
  })

  test('come from a flag before the environment, and an empty variable is none', () => {
    expect(configOf({ port: '8080' }, { PORT: '9090', HOST: '' })).toMatchObject({ port: 8080, host: '127.0.0.1' })
    expect(configOf({}, { PORT: '9090', HANDRAIL_DEMO: '1' })).toMatchObject({
      port: 9090,
      demo: true,
      publicUrl: 'http://localhost:9090',
    })
  })

  test('of the mail server are not used by a demo, which sends nothing', () => {
    const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'no-reply@example.com' }
    expect(mailOf(configOf({}, mail))).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
    expect(mailOf(configOf({ demo: true }, mail))).toBeUndefined()
  })

  test('that are unknown cause a warning, since other programs can share the prefix', () => {
    const read = readConfig({}, { HANDRAIL_PORTAL: 'x', PATH: '/bin' })
    expect(read).toMatchObject({ warnings: ['HANDRAIL_PORTAL is not a setting of Handrail and is ignored'] })
    expect(faultsOf({}, { HANDRAIL_DATAA: 'x' })).toEqual([
      'HANDRAIL_DATAA is not a setting. Did you mean HANDRAIL_DATA?',
    ])
  })

  test('switched on in the environment are switched off by a flag', async () => {
    expect(configOf({ demo: false }, { HANDRAIL_DEMO: 'true' })).toMatchObject({ demo: false })
    const server = await serve(['--no-demo'], { environment: { HANDRAIL_DEMO: 'true', HANDRAIL_PORTAL: 'x' } })
    expect(server.stdout()).toContain('There is no workspace yet')
    server.kill('SIGTERM')
    expect((await server.ended).stderr).toContain('HANDRAIL_PORTAL is not a setting of Handrail and is ignored\n')
  })

  test.each([
    ['./handrail-data', 'npx handrail doctor'],
    ['/var/lib/handrail', 'npx handrail doctor --data /var/lib/handrail'],
    ["/home/o'neil/my data", `npx handrail doctor --data '/home/o'\\''neil/my data'`],
  ])('appear in suggested commands for data in %s, quoted for a shell', (data, expected) => {
    const config = { data, databaseUrl: undefined }
    expect(commandLine('doctor', config, { HANDRAIL_CALLED_AS: 'npx handrail' })).toBe(expected)
  })

  test.each([
    ['postgres://me@db/handrail', {}, 'npx handrail doctor --database-url postgres://me@db/handrail'],
    // It is printed, and so may be logged.
    ['postgres://me:s3cret@db/handrail', {}, 'npx handrail doctor --database-url postgres://me:PASSWORD@db/handrail'],
    ['postgres://me:s3cret@db/handrail', { DATABASE_URL: 'postgres://me:s3cret@db/handrail' }, 'npx handrail doctor'],
  ])('appear in suggested commands for data in %s, given by %o', (databaseUrl, environment, expected) => {
    const config = { data: './handrail-data', databaseUrl }
    expect(commandLine('doctor', config, { HANDRAIL_CALLED_AS: 'npx handrail', ...environment })).toBe(expected)
  })

  test('are not what changes how commands in a text are called', () => {
    const called = (text: string) => asCalled(text, { HANDRAIL_CALLED_AS: 'npx handrail' })
    expect(called('See handrail --help\nhandrail create-key')).toBe('See npx handrail --help\nnpx handrail create-key')
    expect(called('SECRET="$(cat s)" handrail serve | handrail <command>')).toBe(
      'SECRET="$(cat s)" npx handrail serve | npx handrail <command>',
    )
    for (const text of ['postgres://handrail@db/handrail', './handrail-data', 'npx.handrail x', '/opt/handrail doctor'])
      expect(called(text)).toBe(text)
  })

  test.each([
    [{ port: '65536' }, '--port must be a number from 0 to 65535, such as 3000 (it is "65536")'],
    [{ port: '80x' }, '--port must be a number from 0 to 65535, such as 3000 (it is "80x")'],
    [{ publicUrl: 'example.com' }, '--public-url must be a web address, such as https://onboarding.example.com'],
    [{ publicUrl: 'ftp://example.com' }, '--public-url must be a web address'],
    [{ rateLimitMinute: '-1' }, '--rate-limit-minute must be a whole number, 0 for no limit (it is "-1")'],
    [{ trustProxy: 'true' }, '--trust-proxy must be the addresses of your proxies, such as 10.0.0.0/8,127.0.0.1'],
    [{ embedHosts: 'help.example.com; script-src *' }, '--embed-hosts must be host names such as help.example.com'],
    [{ corsOrigins: 'https://a.example/path' }, '--cors-origins must be web origins such as https://app.example.com'],
    [{ logLevel: 'loud' }, '--log-level must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ plans: 'nowhere.json' }, '--plans must name a readable JSON file'],
    [{ email: 'ada', workspace: 'Acme' }, '--email must be an e-mail address (it is "ada")'],
    [{ email: 'ada@example.com' }, 'Set-up needs the name of the workspace'],
    [{ mailFrom: 'no-reply@example.com' }, 'MAIL_FROM needs SMTP_URL'],
    [{ processes: '0' }, '--processes must be a number of processes from 1 to 64, or auto (it is "0")'],
    [{ processes: '65' }, '--processes must be a number of processes from 1 to 64, or auto (it is "65")'],
    [{ processes: 'many' }, '--processes must be a number of processes from 1 to 64, or auto (it is "many")'],
    [{ processes: '2' }, 'Several processes need PostgreSQL: set DATABASE_URL, or leave HANDRAIL_PROCESSES'],
    [{ workspace: 'Acme' }, 'Set-up needs the e-mail address of the owner'],
  ])('%j is refused', (flags, sentence) => {
    expect(faultsOf(flags)).toEqual([expect.stringContaining(sentence)])
  })

  test.each([
    ['1', undefined, 1],
    ['auto', undefined, 1],
    ['3', 'postgres://db/handrail', 3],
    ['auto', 'postgres://db/handrail', availableParallelism()],
  ])('for processes of %s on %s make %i', (processes, DATABASE_URL, count) => {
    const environment = { ...(DATABASE_URL && { DATABASE_URL, HANDRAIL_SECRET: 'x'.repeat(32) }) }
    expect(readConfig({ processes }, environment)).toMatchObject({ config: { processes: count } })
  })

  test('need a sender if a mail server is set', () => {
    const SMTP_URL = 'smtp://me:hunter2@mail.example.com'
    expect(faultsOf({}, { SMTP_URL })).toEqual([expect.stringMatching(/^SMTP_URL needs MAIL_FROM/)])
    expect(faultsOf({}, { SMTP_URL, MAIL_FROM: 'Handrail <no-reply@example.com>' })).toEqual([])
    expect(faultsOf({}, { SMTP_URL: 'http://me:hunter2@x', MAIL_FROM: 'a@example.com' }).join()).not.toContain(
      'hunter2',
    )
  })

  test('of secrets are never repeated in errors', () => {
    const environment = { HANDRAIL_SECRET: 'too short', DATABASE_URL: 'mysql://me:hunter2@db/x' }
    const faults = faultsOf({}, environment)
    expect(faults).toHaveLength(2)
    expect(faults.join()).not.toMatch(/too short|hunter2/)
  })

  test.each([
    'postgres://u:Qzp@Qzss#1@h/Qzdb',
    'postgres://u:Qzp/Qzss@h/Qzdb',
    'postgres://u:Qzp?Qzss@h/Qzdb',
    'Qzftp:u:Qzpss',
    'postgres://u:Qzp%@Qzss@h/Qzdb',
  ])('with a password in them are never repeated, not even a part of it: %s', (url) => {
    const schemes = { DATABASE_URL: '', SMTP_URL: 'smtp', HANDRAIL_REPLY_MAILBOX: 'imaps', WEBHOOK_PROXY: 'http' }
    for (const [name, scheme] of Object.entries(schemes)) {
      const given = { HANDRAIL_SECRET: 's'.repeat(32), [name]: scheme ? url.replace(/^postgres/, scheme) : url }
      const read = readConfig({}, { ...given, DATABASE_POOLER_URL: url })
      const said = JSON.stringify(read)
      expect(said).toMatch(new RegExp(`${name} (must look like|has a character .*%40)`))
      expect(said).toMatch(/DATABASE_POOLER_URL (must look like|has a character .*%40)/)
      expect(said).not.toContain('Qz')
    }
  })

  test('of tokens are not repeated either', () => {
    expect(JSON.stringify(readConfig({}, { HANDRAIL_METRICS_TOKEN: 'Xtoken' }))).not.toContain('Xtoken')
  })

  test('of plans report an invalid plan with its path', () => {
    writeFileSync(path('plans.json'), '{"starter": {"entitlements": ["flying"]}}')
    expect(faultsOf({ plans: path('plans.json') })).toEqual([expect.stringContaining('starter.entitlements.0')])
  })

  test('suggest the name of a similar setting only', () => {
    expect(faultsOf({}, { HANDRAIL_SECERT: 'x' })).toEqual([
      'HANDRAIL_SECERT is not a setting. Did you mean HANDRAIL_SECRET?',
    ])
    expect(faultsOf({}, { HANDRAIL_SERVICE_HOST: '10.0.0.1', HANDRAIL_PORT: 'tcp://10.0.0.1:80' })).toEqual([])
  })
})

describe('the program', () => {
  test('reports all errors at once, a line each', async () => {
    const environment = { PORT: 'abc', HANDRAIL_SECERT: 'x', DATABASE_URL: 'postgres://db/handrail' }
    const refused = await runProcess(['serve', '--hots', 'x', '--log-level', 'loud', '--public-url', 'nowhere'], {
      environment,
    })
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    const lines = refused.stderr.trimEnd().split('\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toBe('--hots is not a flag of serve. Did you mean --host? See handrail serve --help')
    for (const name of ['PORT', '--log-level', '--public-url', 'HANDRAIL_SECRET', 'HANDRAIL_SECERT'])
      expect(lines).toContainEqual(expect.stringContaining(name))
  })

  test.each([
    [['bakcup', 'x'], '"bakcup" is not a command. Did you mean backup? See handrail --help'],
    [['help', 'fly'], 'There is no such command. See handrail --help'],
    [['serve', '--demo=yes'], '--demo takes no value'],
    [['fly'], '"fly" is not a command. See handrail --help'],
    [['backup'], "Missing required argument 'file'. See handrail --help"],
    [['migrate', 'now'], 'migrate does not take the argument "now". See handrail migrate --help'],
    [['serve', '--port'], "Option '--port <number>' argument missing. See handrail --help"],
  ])('%j is refused with code 2', async (args, sentence) => {
    expect(await run(args)).toMatchObject({ code: 2, stdout: '', stderr: `${sentence}\n` })
  })

  test('has a version, and help for every command', async () => {
    expect((await runProcess(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    const help = await run(['--help'])
    const names = [...help.stdout.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map(([, name = '']) => name)
    expect(names).toEqual([
      'serve',
      'setup',
      'create-user',
      'reset-password',
      'create-key',
      'list-keys',
      'revoke-key',
      'create-app',
      'list-apps',
      'rotate-app-secret',
      'delete-app',
      'list-connections',
      'disconnect',
      'audit',
      'change-plan',
      'delete-workspace',
      'import-guide',
      'export-guide',
      'import',
      'undo-import',
      'discard-import',
      'export',
      'mail-server',
      'send-kept-mail',
      'listen',
      'migrate',
      'backup',
      'restore',
      'rotate-key',
      'copy-files',
      'doctor',
    ])
    expect(await run(['doctor', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Examples:\n {2}handrail /),
    })
  })
})
