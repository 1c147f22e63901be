import { z } from 'zod'
import { trimEnds } from '../../records/text.ts'

const MAX_NAME = 255
/** Control characters, and those that turn the direction of what follows or are not seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * The name of an upload as it can be shown and saved: the last part of a path, without what cannot be seen, at most 255
 * UTF-16 units with its ending kept. `../a\u202Egpj.exe` is `agpj.exe`.
 */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const seen = last
    .replace(UNSEEN, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
  const name = trimEnds(seen, '. ')
  return name === '' ? 'file' : shortened(name)
}

/** The name of an upload, as the sender has it: it is kept as `cleanFileName` makes it. */
export const FileName = z.string().transform(cleanFileName)

/** The ending of a name, in lower case and without its dot; empty where there is none. */
export function endingOf(name: string): string {
  return /\.([^.\s]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

function shortened(name: string): string {
  if (name.length <= MAX_NAME) return name
  const ending = /\.[^.\s]{1,20}$/.exec(name)?.[0] ?? ''
  return `${name
    .slice(0, MAX_NAME - ending.length)
    .toWellFormed()
    .replaceAll('\ufffd', '')}${ending}`
}
