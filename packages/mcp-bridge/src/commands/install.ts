import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { BridgeError } from '../errors/bridge-error.ts'
import { CLIENTS, type Client } from '../install/clients.ts'
import { setMember } from '../install/edit.ts'
import { lastingScript } from '../install/program-path.ts'
import { attributeOf } from '../settings/flags.ts'
import { serverAddress } from '../settings/server-address.ts'
import { aboutSetting, SETTING_NAMES } from '../settings/settings.ts'
import { programFolder } from '../store/folder.ts'
import type { Call, CommandIo } from './command.ts'

/** Writes the bridge into an application's settings: shown first, with a backup, and nothing else touched. */
export async function install(call: Call, io: CommandIo): Promise<void> {
  const { options, settings, environment, platform } = call
  const url = serverAddress(call.address, settings.allowHttp, call.command)
  const client = clientOf(options.client)
  const home = homedir()
  const place = { environment, platform, home, folder: process.cwd() }
  const file = typeof options.file === 'string' ? options.file : client.file(place)
  const name = typeof options.name === 'string' ? options.name : nameOf(url)
  const print = options.print === true
  const script = print ? call.script : lastingScript(call.script, programFolder({ environment, platform, home }))
  const entry = { ...client.extra, command: call.node, args: [script, url.href, ...flagsOf(options)] }

  if (print) return io.print(JSON.stringify({ [client.member]: { [name]: entry } }, undefined, 2))
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const after = change(before, file, client, name, entry)
  if (before === after) return io.say(`${client.title} has it already: ${file}`)
  io.say(`This changes ${file}:\n`)
  for (const line of difference(before, after)) io.say(line)
  if (options.yes !== true && !(await agrees(io))) return io.say('Nothing was changed.')
  write(file, after, io)
  io.say(`Done. ${client.next}`)
}

function clientOf(name: unknown): Client {
  const client = typeof name === 'string' ? CLIENTS[name] : undefined
  if (client) return client
  throw new BridgeError('invalid_option', `Say for which application: --client ${Object.keys(CLIENTS).join('|')}.`)
}

/** `onboarding.example.com` becomes `onboarding`, as a person would call it. */
function nameOf({ hostname }: URL): string {
  const [first = '', ...rest] = hostname.replace(/^(www|mcp|api)\./, '').split('.')
  return rest.length === 0 || /^[\d:[\]]+$/.test(hostname.replaceAll('.', '')) ? 'mcp-bridge' : first
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

function change(before: string, file: string, { member }: Client, name: string, entry: object): string {
  try {
    return setMember(before, member, name, entry)
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error
    throw new BridgeError(error.code, `${file} was left alone: ${error.message}`, { cause: error })
  }
}

/** The lines that go and come, where one place changes. */
function* difference(before: string, after: string): Generator<string> {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < old.length && old[head] === fresh[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  for (const line of old.slice(head, old.length - tail)) if (line !== '') yield `- ${line}`
  for (const line of fresh.slice(head, fresh.length - tail)) if (line !== '') yield `+ ${line}`
}

async function agrees(io: CommandIo): Promise<boolean> {
  io.say('\nWrite this? Answer yes or no:')
  return /^y(es)?$/i.test((await io.readLine())?.trim() ?? '')
}

function write(file: string, text: string, io: CommandIo) {
  mkdirSync(dirname(file), { recursive: true })
  if (existsSync(file)) {
    const backup = `${file}.${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}.backup`
    copyFileSync(file, backup)
    io.say(`The file as it was is kept as ${backup}`)
  }
  const partial = `${file}.${process.pid}.partial`
  writeFileSync(partial, text, { mode: 0o600 })
  renameSync(partial, file)
}
