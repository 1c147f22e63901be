import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './built.ts'

/** A fenced block of code in the documentation. */
export interface Block {
  /** Such as `api.md`, in `docs`, or `README.md`. */
  page: string
  language: string
  /** What follows the language: `[connect.mjs]`, the file as which a reader saves it, or its meaning. */
  info: string
  text: string
}

/** The pages of `docs`, and the README of the repository. */
export const PAGES = ['README.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))]

/** The Markdown of a page. */
export function pageText(page: string): string {
  return readFileSync(join(root, page === 'README.md' ? page : `docs/${page}`), 'utf8')
}

/** The blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  return [...pageText(page).matchAll(/^( *)```(\w*)(.*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, , language = '', info = '', text = '']) => ({ page, language, info: info.trim(), text }),
  )
}

/** The block that a reader saves under a name. @throws Error if the page has none */
export function savedAs(page: string, name: string): string {
  const block = blocksOf(page).find(({ info }) => info === `[${name}]`)
  if (!block) throw new Error(`${page} has no block to save as ${name}`)
  return block.text
}
