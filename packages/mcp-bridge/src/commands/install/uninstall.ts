import { BridgeError } from '../../errors/bridge-error.ts'
import { entriesIn, isSame, targetOf, withEntry } from '../../install/entries.ts'
import { changeSettingsFile, readSettingsFile } from '../../install/settings-file.ts'
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
  const after = withEntry(before, file, client, name, undefined)
  if (await changeSettingsFile({ file, before, after, yes: options.yes === true }, io))
    io.say(`Done. Credentials are kept until ${call.command} logout or clear-cache.`)

  function nameIn(): string | undefined {
    const url = serverAddress(call.address, settings.allowHttp, call.command).href
    const target = { url, profile: settings.profile }
    return [...entries].find(([, entry]) => isSame(targetOf(entry), target))?.[0]
  }
}
