import type { Config } from './configuration/config.ts'
import type { SettingName } from './configuration/settings.ts'

/** One call of a command. */
interface Call<O> {
  config: Config
  /** The command's one argument; empty for those that take none. */
  argument: string
  options: O
  /** Prints a line on stdout. */
  say(line?: string): void
}

/** A command of the program; program.ts makes its command line and its help. */
export interface Command<O = unknown> {
  name: string
  summary: string
  argument?: { name: string; says: string }
  /** Flags of this command alone, as commander writes them, with what they say. */
  options?: Readonly<Record<string, string>>
  /** The settings that it reads, each of which its help explains. */
  settings: readonly SettingName[]
  /** Settings that it reads from the environment alone. */
  environment?: readonly SettingName[]
  /** Whether it reports itself that PostgreSQL needs a secret, where it does. */
  withoutSecret?: boolean
  examples: readonly string[]
  run(call: Call<O>): Promise<void>
}

/** Gives a command the type of its options. */
export function command<O = unknown>(definition: Command<O>): Command<O> {
  return definition
}

/** The settings of the reception of replies by mail. */
export const REPLY_SETTINGS: readonly SettingName[] = [
  'replyListen',
  'replyDomain',
  'replyCert',
  'replyKey',
  'replyMailbox',
  'replyAddress',
  'replyAuthserv',
]

/** The settings of the key in backups. */
export const BACKUP_KEY_SETTINGS: readonly SettingName[] = ['backupKey', 'backupPassphrase']

/** The settings of backups before migrations, which the first command after an upgrade applies. */
const MIGRATION_SETTINGS: readonly SettingName[] = [
  'backupTo',
  'backupKeep',
  ...BACKUP_KEY_SETTINGS,
  'upgradeWithoutBackup',
  'pgBin',
]

/** The settings of regular backups that concern the service and its check. */
export const BACKUP_SETTINGS: readonly SettingName[] = ['backupTo', 'backupEvery', 'pgBin']

/** The settings that say where the data is. */
export const DATA_SETTINGS: readonly SettingName[] = ['data', 'databaseUrl', 'files', 'filesUrl']

/** The settings of the key that encrypts stored secrets. */
export const SECRET_SETTINGS: readonly SettingName[] = ['secret', 'previousSecret']

/** The settings of the public address: by default it has the port. */
export const ADDRESS_SETTINGS: readonly SettingName[] = ['publicUrl', 'port']

/** The settings of the mail server. */
export const MAIL_SETTINGS: readonly SettingName[] = ['smtpUrl', 'mailFrom']

/** The settings that set up an empty instance. */
export const SETUP_SETTINGS: readonly SettingName[] = ['setupEmail', 'setupName', 'setupPassword', 'setupWorkspace']

/** The settings that every command reads that opens the instance. */
export const INSTANCE_SETTINGS: readonly SettingName[] = [
  ...DATA_SETTINGS,
  ...SECRET_SETTINGS,
  ...ADDRESS_SETTINGS,
  'plans',
  ...MIGRATION_SETTINGS,
]
