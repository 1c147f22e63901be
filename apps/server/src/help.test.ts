import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '@handrail/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUpBefore } from './backups/before-migrations.ts'
import { ADDRESS_SETTINGS, type Command, DATA_SETTINGS, INSTANCE_SETTINGS } from './command.ts'
import { COMMANDS } from './commands.ts'
import { type Config, readConfig } from './configuration/config.ts'
import { aboutSetting, SETTING_NAMES, type SettingName } from './configuration/settings.ts'
import { Failure } from './failure.ts'
import { withInstance } from './instance.ts'
import { programOf } from './program.ts'

let folder = ''
const { stdin } = process
beforeAll(() => {
  // Passwords are read from it.
  Object.defineProperty(process, 'stdin', { value: Readable.from([]), configurable: true })
  folder = mkdtempSync(join(tmpdir(), 'handrail-help-'))
  const guide = { title: 'Start', sections: [{ title: 'One', steps: [{ title: 'A' }] }] }
  writeFileSync(join(folder, 'guide.json'), JSON.stringify(guide))
  writeFileSync(join(folder, 'contacts.csv'), 'email,first_name\nzoe@harbour.example,Zoe\n')
})
afterAll(() => {
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  rmSync(folder, { recursive: true, force: true })
})

/** Two kinds of instance, which commands look at differently. Nothing answers at their addresses. */
const PLACES = () => {
  const replies = { HANDRAIL_REPLY_MAILBOX: 'imap://a:b@127.0.0.1:1/INBOX', HANDRAIL_REPLY_ADDRESS: 'a@example.com' }
  const common = {
    HANDRAIL_DATA: join(folder, 'data'),
    PUBLIC_URL: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'a@example.com',
    HANDRAIL_API_KEY: 'hr_key_none',
    HANDRAIL_BACKUP_TO: folder,
    HANDRAIL_SETUP_EMAIL: 'ada@example.com',
    HANDRAIL_SETUP_WORKSPACE: 'Acme',
    HANDRAIL_SETUP_PASSWORD: 'correct horse battery',
  }
  const secret = 'a secret of the tests, long enough for anybody'
  const listener = { HANDRAIL_REPLY_LISTEN: '127.0.0.1:1', HANDRAIL_REPLY_DOMAIN: 'reply.example.com' }
  return [
    { ...common, ...listener },
    { ...common, ...replies, DATABASE_URL: 'postgres://127.0.0.1:1/none', HANDRAIL_SECRET: secret },
  ]
}

/** What each command is called with where it needs something. */
const CALLS: () => Readonly<Record<string, { argument?: string; options?: object }>> = () => ({
  'create-user': { argument: 'grace@example.com' },
  'reset-password': { argument: 'ada@example.com', options: { withoutSecondFactor: true } },
  'create-key': { options: { name: 'Sync', scopes: 'all' } },
  'create-app': { options: { name: 'CRM', redirectUris: 'https://crm.example.com/', scopes: 'all' } },
  'change-plan': { argument: 'self-hosted' },
  'delete-workspace': { options: { workspace: 'Acme' } },
  'import-guide': { argument: join(folder, 'guide.json') },
  'export-guide': { argument: 'Start', options: { output: join(folder, 'exported.json') } },
  import: { argument: join(folder, 'contacts.csv'), options: { dryRun: true } },
  export: { argument: join(folder, 'acme.zip') },
  listen: { argument: 'http://127.0.0.1:1/hook' },
  backup: { argument: join(folder, 'backup.db') },
  restore: { argument: join(folder, 'backup.db') },
  'copy-files': { argument: folder },
})

/** The settings that parts of the configuration are made of. */
const MADE_OF: Readonly<Record<string, readonly SettingName[]>> = {
  database: ['data', 'databaseUrl'],
  databaseSetting: ['databaseUrl'],
  files: ['data', 'files', 'filesUrl'],
  publicUrl: ADDRESS_SETTINGS,
}

/** A configuration that records which settings are read. */
function recorded(environment: Record<string, string>, settings: Set<SettingName>): Config {
  const read = readConfig({}, environment)
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  return new Proxy(read.config, {
    get(config, name) {
      // The others are settings by their own name.
      for (const setting of MADE_OF[String(name)] ?? [name as SettingName]) settings.add(setting)
      return Reflect.get(config, name)
    },
  })
}

/** @returns the settings that a command reads. That it cannot do what it is asked to do is no matter. */
async function settingsOf({ name, run }: Command): Promise<Set<SettingName>> {
  const settings = new Set<SettingName>()
  const { argument = '', options = {} } = CALLS()[name] ?? {}
  for (const place of PLACES()) {
    // An empty database needs migrations.
    const environment = name === 'migrate' ? { ...place, HANDRAIL_DATA: join(folder, 'empty') } : place
    await run({ config: recorded(environment, settings), argument, options, say: () => undefined }).catch(expected)
  }
  // Before migrations, of which there are none here.
  if (settings.has('plans')) for (const setting of INSTANCE_SETTINGS) settings.add(setting)
  return settings
}

function expected(error: unknown): void {
  const isRefused = error instanceof Failure || error instanceof AppError
  if (!isRefused && !/ECONNREFUSED|fetch failed/.test(String(error))) throw error
}

const declared = ({ settings, environment = [] }: Command) => [...settings, ...environment].toSorted()

// It takes long: rotate-key waits for half a minute.
test('the help of every command has the settings that it reads, and no others', async () => {
  const serve = COMMANDS.filter(({ name }) => name === 'serve')
  // It reads all but the key with which another program calls it.
  expect(serve.map(declared)).toEqual([SETTING_NAMES.filter((name) => name !== 'apiKey').toSorted()])
  for (const command of COMMANDS.filter((one) => !serve.includes(one)))
    expect({ [command.name]: declared(command) }).toEqual({
      [command.name]: [...(await settingsOf(command))].toSorted(),
    })
}, 120_000)

test('what a backup before migrations reads is read by every command that opens the instance', async () => {
  // A database that is there is copied with its uploads.
  await withInstance(recorded(PLACES()[0] ?? {}, new Set()), async () => undefined)
  const settings = new Set<SettingName>()
  for (const environment of PLACES()) await backUpBefore(recorded(environment, settings), ['0001']).catch(expected)
  expect(INSTANCE_SETTINGS).toEqual(expect.arrayContaining([...settings]))
  expect([...settings]).toEqual(
    expect.arrayContaining([...DATA_SETTINGS, 'backupTo', 'backupKeep', 'upgradeWithoutBackup', 'pgBin']),
  )
})

test('every setting is in the help of a command', () => {
  const known = new Set(COMMANDS.flatMap(declared))
  expect(SETTING_NAMES.filter((name) => !known.has(name)).map((name) => aboutSetting(name).environment)).toEqual([])
})

/** The help of a command, as it is printed. */
function helpOf(name: string): string {
  const command = programOf(COMMANDS).commands.find((one) => one.name() === name)
  let printed = ''
  command?.configureOutput({ writeOut: (text) => (printed += text) }).outputHelp()
  return printed.replaceAll(/\s+/g, ' ')
}

test.each(COMMANDS)('the help of $name names its settings and no others, with examples', (command) => {
  const help = helpOf(command.name)
  const named = [...help.matchAll(/\(or ([A-Z_]+)[,)]/g)].map(([, name = '']) => name)
  const [, environment = ''] = / Settings in the environment: (.*) Examples: /.exec(help) ?? []
  const all = SETTING_NAMES.map((name) => aboutSetting(name).environment)
  const alone = all.filter((name) => new RegExp(`(?:^|[a-z.)]) ${name} [A-Z]`).test(` ${environment}`))
  const expected = declared(command).map((name) => aboutSetting(name).environment)
  expect([...new Set([...named, ...alone])].toSorted()).toEqual(expected.toSorted())
  expect(help).toMatch(/ Examples: .*\S (?:\w+=\S+ )?\S+ \w/)
})
