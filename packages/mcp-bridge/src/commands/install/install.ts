import { homedir } from 'node:os'
import { BridgeError } from '../../errors/bridge-error.ts'
import { CLIENTS, type Client } from '../../install/clients.ts'
import { entriesIn, isSame, nameFor, type Target, targetOf, withEntry } from '../../install/entries.ts'
import { lastingNode } from '../../install/node-path.ts'
import { lastingScript } from '../../install/program-path.ts'
import { agrees, changeSettingsFile, readSettingsFile } from '../../install/settings-file.ts'
import type { JsonObject } from '../../json.ts'
import { attributeOf } from '../../settings/flags.ts'
import { serverAddress } from '../../settings/server-address.ts'
import { aboutSetting, SETTING_NAMES } from '../../settings/settings.ts'
import { programFolder } from '../../store/folder.ts'
import type { Call, CommandIo } from '../command.ts'

/** Writes the bridge into an application's settings: shown first, with a backup, and nothing else touched. */
export async function install(call: Call, io: CommandIo): Promise<void> {
  const { options, settings, environment, platform } = call
  const url = serverAddress(call.address, settings.allowHttp, call.command)
  const client = clientOf(options.client)
  const file = fileOf(call, client)
  const print = options.print === true
  const before = print ? '' : readSettingsFile(file)
  const entries = entriesIn(before, client)
  const target = { url: url.href, profile: settings.profile }
  const name = typeof options.name === 'string' ? options.name : nameFor(target, entries)
  const folder = programFolder({ environment, platform, home: homedir() })
  const script = print ? call.script : lastingScript(call.script, folder)
  const command = lastingNode(call.node, environment)
  const entry = { ...client.extra, command, args: [script, url.href, ...flagsOf(options)] }

  if (print) return io.print(withEntry('', file, client, name, entry).trimEnd())
  if (!(await mayReplace(name, entries.get(name), target, options.yes === true, io)))
    return io.say('Nothing was changed.')
  const after = withEntry(before, file, client, name, entry)
  if (before === after) return io.say(`${client.title} has it already: ${file}`)
  if (await changeSettingsFile({ file, before, after, yes: options.yes === true }, io)) io.say(`Done. ${client.next}`)
}

export function clientOf(name: unknown): Client {
  const client = typeof name === 'string' ? CLIENTS[name] : undefined
  if (client) return client
  throw new BridgeError('invalid_option', `Say for which application: --client ${Object.keys(CLIENTS).join('|')}.`)
}

export function fileOf({ options, environment, platform }: Call, client: Client): string {
  if (typeof options.file === 'string') return options.file
  return client.file({ environment, platform, home: homedir(), folder: process.cwd() })
}

/** Another server's entry, or another account's, is replaced only by somebody who says so. */
async function mayReplace(name: string, old: JsonObject | undefined, target: Target, yes: boolean, io: CommandIo) {
  const known = old && targetOf(old)
  if (!old || isSame(known, target)) return true
  const what = known ? `${known.url} with the profile ${known.profile}` : 'something else'
  if (yes)
    throw new BridgeError('invalid_option', `The entry "${name}" is there already, for ${what}: give another --name.`)
  return agrees(io, `The entry "${name}" is there already, for ${what}. Replace it?`)
}

/** The settings that were given as flags, to be given again whenever the application starts the bridge. */
function flagsOf(options: Call['options']): string[] {
  return SETTING_NAMES.flatMap((name) => {
    const { flag } = aboutSetting(name)
    if (flag === undefined) return []
    const [long = ''] = flag.split(' ')
    if (name === 'noBrowser') return options.browser === false ? [long] : []
    const value = options[attributeOf(flag)]
    if (value === undefined) return []
    if (value === true) return [long]
    return (Array.isArray(value) ? value : [value]).flatMap((one) => [long, String(one)])
  })
}
