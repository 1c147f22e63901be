import { buffer } from 'node:stream/consumers'
import { AppError, type Bound, operations } from '@handrail/core'
import type { Player } from '../visit.ts'

/** The most bytes of one image, and of all on a page, that are put into it; the others show their alternative text. */
const MAX_IMAGE = 400_000
const MAX_IMAGES = 1_600_000

/**
 * A page of the player without what leads elsewhere: links, forms and style sheets. Both renderers (Preact and markdown-it)
 * write quotation marks in attributes and texts as entities, so that these patterns match attributes alone.
 */
export function withoutAddresses(html: string): string {
  return html
    .replaceAll(/<link [^<>]*>/g, '')
    .replaceAll(/<meta name="color-scheme"[^<>]*>/g, '')
    .replaceAll(/ (?:href|action)="(?!#)[^"]*"/g, '')
    .replaceAll(/ srcset="[^"]*"(?: sizes="[^"]*")?/g, '')
}

/** The page with its images as data; what cannot be put into it is left out. */
export async function withImages(html: string, player: Player, visitor: Bound): Promise<string> {
  const addresses = new Set([...html.matchAll(SOURCE)].map(([, address = '']) => address))
  const images = new Map<string, string>()
  let left = MAX_IMAGES
  for (const address of addresses) {
    const image = await imageAt(address.slice(player.base.length), player, visitor)
    if (!image || image.content.length > Math.min(left, MAX_IMAGE)) continue
    left -= image.content.length
    images.set(address, `data:${image.media_type};base64,${image.content.toString('base64')}`)
  }
  return html.replaceAll(SOURCE, (_whole, address: string) => {
    const data = images.get(address)
    return data === undefined ? '' : ` src="${data}"`
  })
}

const SOURCE = / src="([^"]*)"/g

interface Image {
  media_type: string
  content: Buffer
}

/** The logo of a workspace or an image of a guide, by its path; undefined for anything else. */
async function imageAt(path: string, { sizes }: Player, visitor: Bound): Promise<Image | undefined> {
  const [, folder, ...names] = path.split('/')
  try {
    if (folder === 'brand') {
      const [workspace_id = '', name = ''] = names
      const { media_type, content } = (await visitor.invoke(operations.getLogo, { workspace_id, name })).data
      return { media_type, content: Buffer.from(content, 'base64') }
    }
    const [whole = ''] = names
    if (folder !== 'media') return undefined
    const file = sizes.of(whole)?.variants[0]?.file ?? whole
    const { data } = await visitor.invoke(operations.openMedia, { file })
    const isShown = data.media_type.startsWith('image/') && data.bytes <= MAX_IMAGE
    if (!isShown) data.content.destroy()
    return isShown ? { media_type: data.media_type, content: await buffer(data.content) } : undefined
  } catch (error) {
    // An image that is gone is one that the page does not show.
    if (error instanceof AppError) return undefined
    throw error
  }
}
