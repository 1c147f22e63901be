import type { Look } from '../visit.ts'

/** A style sheet for light and dark in one of them, whatever the reader's system has. */
export function inLook(style: string, look: Look): string {
  return style
    .replaceAll(/\(prefers-color-scheme: ?dark\)/g, look === 'dark' ? 'all' : 'not all')
    .replace('color-scheme: light dark', `color-scheme: ${look}`)
}
