import { hash } from 'node:crypto'
import { notFound } from '@handrail/core/internal'
import { codingOf, compressOnce } from '../server/compression.ts'
import { SCRIPT } from './script/script.ts'
import { inLook } from './style/look.ts'
import { STYLE } from './style/style.ts'
import type { Look, PlayerHandler } from './visit.ts'

/** The address of a file changes with its content, so browsers can cache it permanently. */
function addressOf(text: string, ending: string): string {
  return `/player/${hash('sha256', text, 'hex').slice(0, 16)}.${ending}`
}

const STYLES = { system: STYLE, light: inLook(STYLE, 'light'), dark: inLook(STYLE, 'dark') }
const STYLE_PATHS = {
  system: addressOf(STYLES.system, 'css'),
  light: addressOf(STYLES.light, 'css'),
  dark: addressOf(STYLES.dark, 'css'),
}
export const SCRIPT_PATH = addressOf(SCRIPT, 'js')

/** The address of the style sheet. @param look as the reader's system has it when not given */
export function stylePath(look: Look | 'system' = 'system'): string {
  return STYLE_PATHS[look]
}

const CSS = 'text/css; charset=utf-8'
const asset = (type: string, text: string) => ({ type, text, packed: compressOnce(text) })
const ASSETS: Record<string, ReturnType<typeof asset>> = {
  [STYLE_PATHS.system]: asset(CSS, STYLES.system),
  [STYLE_PATHS.light]: asset(CSS, STYLES.light),
  [STYLE_PATHS.dark]: asset(CSS, STYLES.dark),
  [SCRIPT_PATH]: asset('text/javascript; charset=utf-8', SCRIPT),
}

export const sendAsset: PlayerHandler = async ({ request, reply }) => {
  // The route has the parameter in its path.
  const found = ASSETS[`/player/${(request.params as { file: string }).file}`]
  if (!found) throw notFound()
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .type(found.type)
  const coding = codingOf(request.headers['accept-encoding'], found.text.length)
  return coding ? reply.header('content-encoding', coding).send(await found.packed(coding)) : reply.send(found.text)
}
