import type { Context } from '../context.ts'
import { endingFor } from './kinds.ts'

interface Named {
  sha256: string
  media_type: string
}

/** The last part of an address, derived from the content, which therefore never changes. */
export function fileNameOf({ sha256, media_type }: Named): string {
  return `${sha256}.${endingFor(media_type)}`
}

export function withUrl<T extends Named>({ settings }: Pick<Context, 'settings'>, media: T) {
  return { ...media, url: `${settings.publicUrl}/media/${fileNameOf(media)}` }
}
