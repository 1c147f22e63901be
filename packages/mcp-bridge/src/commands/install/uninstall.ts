import { BridgeError } from '../../errors/bridge-error.ts'
import { entriesIn, isSame, targetOf, withEntry } from '../../install/entries.ts'
import { backupsOf, changeSettingsFile, readSettingsFile } from '../../install/settings-file.ts'
import type { JsonObject } from '../../json.ts'
import { serverAddress } from '../../settings/server-address.ts'
import type { Call, CommandIo } from '../command.ts'
import { clientOf, fileOf } from './install.ts'

/** Takes the bridge out of an application's settings again: by its server and profile, or by its name there. */
export async function uninstall(call: Call, io: CommandIo): Promise<void> {
  const { options, settings } = call
  const client = clientOf(options.client)
  const file = fileOf(call, client)
  const before = readSettingsFile(file)
  const entries = entriesIn(before, client)
  const name = typeof options.name === 'string' ? options.name : nameIn()
  if (name === undefined || !entries.has(name))
    throw new BridgeError('invalid_option', `There is no such entry in ${file}: nothing was changed.`)
  const after = asItWas() ?? withEntry(before, file, client, name, undefined)
  if (await changeSettingsFile({ file, before, after, yes: options.yes === true }, io))
    io.say(`Done. Credentials are kept until ${call.command} logout or clear-cache.`)

  /** Where nothing but the entry came since a copy was made, the file becomes that copy, to the byte. */
  function asItWas(): string | undefined {
    const entry = entries.get(name ?? '')
    return backupsOf(file).find((backup) => isBefore(backup, entry))
  }

  function isBefore(backup: string, entry: JsonObject | undefined): boolean {
    try {
      return !entriesIn(backup, client).has(name ?? '') && withEntry(backup, file, client, name ?? '', entry) === before
    } catch (error) {
      // A copy of what could not be read then either.
      if (error instanceof BridgeError) return false
      throw error
    }
  }

  function nameIn(): string | undefined {
    const url = serverAddress(call.address, settings.allowHttp, call.command).href
    const target = { url, profile: settings.profile }
    return [...entries].find(([, entry]) => isSame(targetOf(entry), target))?.[0]
  }
}
