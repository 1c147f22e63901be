import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { CommandIo } from '../commands/command.ts'
import { BridgeError } from '../errors/bridge-error.ts'
import { errorCode } from '../errors/system-code.ts'

/** The text of an application's settings; empty where there are none yet. */
export function readSettingsFile(file: string): string {
  return explained(file, () => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
}

export interface Change {
  file: string
  before: string
  after: string
  /** Writes without asking. */
  yes: boolean
}

/** Shows what changes, asks, keeps a backup, and writes in one step. @returns whether it was written */
export async function changeSettingsFile({ file, before, after, yes }: Change, io: CommandIo): Promise<boolean> {
  io.say(`This changes ${file}:\n`)
  for (const line of difference(before, after)) io.say(line)
  if (!yes && !(await agrees(io, '\nWrite this?'))) {
    io.say('Nothing was changed.')
    return false
  }
  explained(file, () => write(file, after, io))
  return true
}

export async function agrees(io: CommandIo, question: string): Promise<boolean> {
  io.say(`${question} Answer yes or no:`)
  const answer = await io.readLine()
  if (answer === undefined)
    throw new BridgeError('unanswered', 'There was no answer, so nothing was changed: --yes writes without asking.')
  return /^y(es)?$/i.test(answer.trim())
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

/** A symbolic link stays one: settings are often kept elsewhere and linked to. */
function write(file: string, text: string, io: CommandIo) {
  const exists = existsSync(file)
  const real = exists ? realpathSync(file) : file
  mkdirSync(dirname(real), { recursive: true })
  if (exists) {
    io.say(`The previous file is kept as ${keepBackup(real)}`)
  }
  const partial = `${real}.${process.pid}.partial`
  writeFileSync(partial, text, { mode: exists ? statSync(real).mode & 0o777 : 0o600 })
  renameSync(partial, real)
}

/** @returns where the copy is: no copy ever takes the place of another */
function keepBackup(file: string): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  for (let number = 1; ; number++) {
    const backup = `${file}.${time}${number === 1 ? '' : `-${number}`}.backup`
    try {
      copyFileSync(file, backup, constants.COPYFILE_EXCL)
      return backup
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}

/** The texts that were kept of a file, the newest first. */
export function backupsOf(file: string): string[] {
  if (!existsSync(file)) return []
  const real = realpathSync(file)
  const names = readdirSync(dirname(real)).filter(
    (name) => name.startsWith(`${basename(real)}.`) && /\.\d{14}(-\d+)?\.backup$/.test(name),
  )
  const paths = names.map((name) => join(dirname(real), name))
  return paths
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .sort((one, other) => other.at - one.at)
    .map(({ path }) => readFileSync(path, 'utf8'))
}

function explained<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    const code = errorCode(cause)
    if (cause instanceof BridgeError || code === '') throw cause
    throw new BridgeError('invalid_option', `${file} cannot be read or written (${code}): nothing was changed.`, {
      cause,
    })
  }
}
