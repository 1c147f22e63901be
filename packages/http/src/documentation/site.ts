import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Settings } from '@handrail/core'
import { etagOf } from '@handrail/core/internal'
import { builtFile } from '../built-files.ts'
import { basePath } from '../pages/visit/redirect.ts'
import { type Coding, compressOnce } from '../server/compression.ts'

/** What the build writes where the addresses of the instance belong: `docs/.vitepress/config.mjs` has the same. */
const BASE = '/handrail.base'
const INSTANCE = 'https://handrail.invalid'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
}

/** A file of the documentation, as this instance serves it. */
export interface DocumentationFile {
  type: string
  content: Buffer
  tag: string
  /** The content in a coding, compressed once. */
  packed(coding: Coding): Promise<Buffer>
}

export interface Documentation {
  files: ReadonlyMap<string, DocumentationFile>
  /** The inline scripts of its pages, as sources of a content security policy. */
  scripts: readonly string[]
}

/** Reads the built documentation, with the addresses of this instance in it; undefined in a checkout where it is not built. */
export async function readDocumentation(settings: Settings): Promise<Documentation | undefined> {
  const folder = fileURLToPath(builtFile('documentation'))
  if (!existsSync(folder)) return undefined
  const names = await readdir(folder, { recursive: true })
  const files = new Map<string, DocumentationFile>()
  const scripts = new Set<string>()
  for (const name of names) {
    const type = TYPES[extname(name)]
    if (type === undefined) continue
    const read = await readFile(join(folder, name))
    const content = type.startsWith('image/') ? read : Buffer.from(addressed(read.toString(), settings))
    if (name.endsWith('.html')) for (const script of inlineScripts(content.toString())) scripts.add(script)
    files.set(name.replaceAll(sep, '/'), {
      type,
      content,
      tag: etagOf(content.toString('base64')),
      packed: compressOnce(content),
    })
  }
  return { files, scripts: [...scripts] }
}

function addressed(text: string, settings: Settings): string {
  return text.replaceAll(BASE, basePath(settings)).replaceAll(INSTANCE, settings.publicUrl)
}

function inlineScripts(html: string): string[] {
  return html.split('<script').flatMap((part) => {
    const [attributes = '', ...rest] = part.split('>')
    const [text = ''] = rest.join('>').split('</script')
    if (text === '' || attributes.includes(' src=') || !part.includes('</script')) return []
    return [`'sha256-${createHash('sha256').update(text).digest('base64')}'`]
  })
}
