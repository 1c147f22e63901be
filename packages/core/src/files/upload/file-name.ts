import { z } from 'zod'
import { trimEnds } from '../../records/text.ts'

const MAX_NAME = 255
/** Control characters, and invisible ones or those that change the text direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * The name of an upload for display and storage: the last part of a path, without invisible characters, at most 255
 * UTF-16 units including its extension. `../a\u202Egpj.exe` becomes `agpj.exe`.
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

/** The client's name of an upload, stored as `cleanFileName` returns it. */
export const FileName = z.string().transform(cleanFileName)

/** The extension of a name, in lower case and without the dot; empty if there is none. */
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
