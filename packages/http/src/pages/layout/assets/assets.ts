import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { notFound } from '@handrail/core/internal'
import { builtFile } from '../../../built-files.ts'
import type { PageHandler } from '../../visit/handler.ts'
import { COPY } from './copy.ts'
import { ICON } from './icon.ts'
import { STYLE } from './style.ts'

/** The address of a file changes with its content, so browsers can cache it permanently. */
function addressOf(content: string | Buffer, ending: string): string {
  return `/assets/${hash('sha256', content, 'hex').slice(0, 16)}.${ending}`
}

/** The font of the console, for a consistent look. */
const FONT = readFileSync(fontFile())
const FONT_PATH = addressOf(FONT, 'woff2')
// Both are below one folder, wherever that is served.
const SHEET = STYLE.replace('FONT', FONT_PATH.replace('/assets/', ''))

export const STYLE_PATH = addressOf(SHEET, 'css')
export const COPY_PATH = addressOf(COPY, 'js')
export const ICON_PATH = addressOf(ICON, 'svg')

const ASSETS: Record<string, { type: string; content: string | Buffer }> = {
  [STYLE_PATH]: { type: 'text/css; charset=utf-8', content: SHEET },
  [COPY_PATH]: { type: 'text/javascript; charset=utf-8', content: COPY },
  [ICON_PATH]: { type: 'image/svg+xml', content: ICON },
  [FONT_PATH]: { type: 'font/woff2', content: FONT },
}

/** In a checkout that is not built, the file of the package with the font. */
function fontFile(): string | URL {
  const built = builtFile('inter-latin-wght-normal.woff2')
  if (existsSync(built)) return built
  return createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
}

export const get: PageHandler = async ({ request, reply }) => {
  const asset = ASSETS[request.url.split('?')[0] ?? '']
  if (!asset) throw notFound()
  return reply.header('cache-control', 'public, max-age=31536000, immutable').type(asset.type).send(asset.content)
}
