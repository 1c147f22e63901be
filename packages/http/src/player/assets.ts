import { hash } from 'node:crypto'
import { notFound } from '@handrail/core'
import { codingOf, compress } from '../server/compression.ts'
import { SCRIPT } from './script/script.ts'
import { STYLE } from './style/style.ts'
import type { PlayerHandler } from './visit.ts'

/** The address of a file changes with its content, so browsers may keep it for ever. */
function addressOf(text: string, ending: string): string {
  return `/player/${hash('sha256', text, 'hex').slice(0, 16)}.${ending}`
}

export const STYLE_PATH = addressOf(STYLE, 'css')
export const SCRIPT_PATH = addressOf(SCRIPT, 'js')

const ASSETS: Record<string, { type: string; text: string }> = {
  [STYLE_PATH]: { type: 'text/css; charset=utf-8', text: STYLE },
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
