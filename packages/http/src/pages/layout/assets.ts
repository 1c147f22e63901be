import { hash } from 'node:crypto'
import { notFound } from '@handrail/core'
import type { PageHandler } from '../visit/handler.ts'
import { COPY } from './copy.ts'
import { ICON } from './icon.ts'
import { STYLE } from './style.ts'

/** The address of a file changes with its content, so browsers may keep it for ever. */
function addressOf(text: string, ending: string): string {
  return `/assets/${hash('sha256', text, 'hex').slice(0, 16)}.${ending}`
}

export const STYLE_PATH = addressOf(STYLE, 'css')
export const COPY_PATH = addressOf(COPY, 'js')
export const ICON_PATH = addressOf(ICON, 'svg')

const ASSETS: Record<string, { type: string; text: string }> = {
  [STYLE_PATH]: { type: 'text/css; charset=utf-8', text: STYLE },
  [COPY_PATH]: { type: 'text/javascript; charset=utf-8', text: COPY },
  [ICON_PATH]: { type: 'image/svg+xml', text: ICON },
}

export const get: PageHandler = async ({ request, reply }) => {
  const asset = ASSETS[request.url.split('?')[0] ?? '']
  if (!asset) throw notFound()
  return reply.header('cache-control', 'public, max-age=31536000, immutable').type(asset.type).send(asset.text)
}
