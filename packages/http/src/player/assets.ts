import { hash } from 'node:crypto'
import { notFound } from '@handrail/core/internal'
import { codingOf, compress } from '../server/compression.ts'
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
const ASSETS: Record<string, { type: string; text: string }> = {
  [STYLE_PATHS.system]: { type: CSS, text: STYLES.system },
  [STYLE_PATHS.light]: { type: CSS, text: STYLES.light },
  [STYLE_PATHS.dark]: { type: CSS, text: STYLES.dark },
  [SCRIPT_PATH]: { type: 'text/javascript; charset=utf-8', text: SCRIPT },
}

export const sendAsset: PlayerHandler = async ({ request, reply }) => {
  // The route has the parameter in its path.
  const asset = ASSETS[`/player/${(request.params as { file: string }).file}`]
  if (!asset) throw notFound()
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .type(asset.type)
  const coding = codingOf(request.headers['accept-encoding'], asset.text.length)
  return coding
    ? reply.header('content-encoding', coding).send(await compress(asset.text, coding))
    : reply.send(asset.text)
}
