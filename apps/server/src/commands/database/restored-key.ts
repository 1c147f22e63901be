import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { decryptKeyFile } from '../../backups/key-passphrase.ts'
import { BESIDE } from '../../backups/names.ts'
import type { BackupPlace } from '../../backups/place.ts'
import type { Config } from '../../configuration/config.ts'
import { prepareFolder } from '../../data-folder.ts'
import { Failure } from '../../failure.ts'
import { readSecretLine } from '../people/password.ts'
import { keyFileOf } from './files.ts'

/** The text of a key file, with the name by which the operator knows it. */
export interface FoundKey {
  text: string
  from: string
}

interface Looking {
  place: BackupPlace
  name: string
  entries: readonly string[]
  config: Config
  /** A key file that was named. */
  given: string | undefined
}

/**
 * The key of a backup of SQLite: a file that was named, the one beside the backup, that encrypted with a passphrase, or the one that is in
 * place. @returns undefined if HANDRAIL_SECRET is the only one
 * @throws Failure that says which are missing
 */
export async function findBackupKey({ place, name, entries, config, given }: Looking): Promise<FoundKey | undefined> {
  const { database, secret, backupPassphrase } = config
  if (given !== undefined) {
    if (!existsSync(given)) throw new Failure(`There is no key file ${given}`)
    return { text: readFileSync(given, 'utf8'), from: given }
  }
  if (entries.includes(name + BESIDE.key))
    return { text: await readFrom(place, name + BESIDE.key, config), from: place.addressOf(name + BESIDE.key) }
  if (entries.includes(name + BESIDE.encryptedKey))
    return decrypted({ place, config }, name + BESIDE.encryptedKey, backupPassphrase)
  if (secret !== undefined) return undefined
  const present = keyFileOf(database)
  if (existsSync(present)) return { text: readFileSync(present, 'utf8'), from: present }
  throw new Failure(
    `${place.addressOf(name + BESIDE.key)} is missing, and stored secrets cannot be read without it. Name the key file with --key, or set HANDRAIL_SECRET`,
  )
}

async function decrypted(
  { place, config }: Pick<Looking, 'place' | 'config'>,
  name: string,
  given: string | undefined,
): Promise<FoundKey> {
  const from = place.addressOf(name)
  const encrypted = await readFrom(place, name, config)
  const passphrase = given ?? (await readSecretLine(`Passphrase of ${from}: `))
  if (passphrase === '')
    throw new Failure(`${from} is encrypted: set HANDRAIL_BACKUP_PASSPHRASE, or name the key file with --key`)
  const text = await decryptKeyFile(encrypted, passphrase)
  if (text === undefined)
    throw new Failure(`The passphrase does not open ${from}, or that is damaged. Nothing was changed`)
  return { text, from }
}

async function readFrom(place: BackupPlace, name: string, config: Config): Promise<string> {
  prepareFolder(config.data)
  const file = join(config.data, `${name}.restoring`)
  try {
    await place.fetch(name, file)
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(file, { force: true })
  }
}
