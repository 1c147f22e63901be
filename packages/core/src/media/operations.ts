import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { existing, validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Paging, pageOf, recordOf } from '../fields/fields.ts'
import { Content } from '../files/content-input.ts'
import { cleanFileName } from '../files/file-name.ts'
import { mediaTypeOf } from '../files/media-type.ts'
import { receive } from '../files/receive.ts'
import { newId } from '../ids.ts'
import { operation } from '../operation/operation.ts'
import { listed } from '../records/lists.ts'
import { requireSize } from './dimensions.ts'
import { IMAGE_ENDINGS, Media } from './media.ts'
import * as store from './store.ts'

const MAX_BYTES = 10 * 1024 * 1024
/** In pixels: twice as many as the widest text has. */
const LONGEST_SIDE = 2400
/** More images than this a page has hardly ever. */
export const MOST_SIZES = 200

export const uploadMedia = operation({
  name: 'upload_media',
  summary: 'Keep an image for guides',
  description:
    'PNG, JPEG, WebP or GIF, at most 10 MB. It is written anew, upright, at most 2,400 pixels wide and high, and without what ' +
    'cameras note in it, such as the place. The same image twice is one.',
  access: 'guides:write',
  status: 201,
  input: z.strictObject({ name: z.string(), content: Content }),
  output: recordOf(Media),
  async run(context, { name: given, content }) {
    const { contents } = context
    const image = await rewritten(context, content, cleanFileName(given))
    const row = await keep(context, image).catch(async (error: unknown) => {
      await contents.remove(image.stored_as)
      throw error
    })
    if (row.stored_as !== image.stored_as) await contents.remove(image.stored_as)
    return { data: withUrl(context, row) }
  },
})

export const listMedia = operation({
  name: 'list_media',
  summary: 'List the images for guides, newest first',
  access: 'guides:read',
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(Media),
  run: async (context, paging) => {
    const { data, ...rest } = await listed(context, store.mediaList, paging)
    return { data: data.map((media) => withUrl(context, media)), ...rest }
  },
})

export const openMedia = operation({
  name: 'open_media',
  summary: 'Open an image by the name that its address has',
  access: 'visit',
  status: 200,
  input: z.strictObject({ file: z.string().max(100) }),
  output: recordOf(z.object({ media_type: z.string(), bytes: z.int(), content: z.custom<Readable>() })),
  async run(context, { file }) {
    const [sha256 = '', ending] = file.split('.')
    const found = existing(await context.store.read((reader) => store.findAnywhere(reader, sha256)))
    const { media_type, bytes, stored_as } = existing(IMAGE_ENDINGS[found.media_type] === ending ? found : undefined)
    return { data: { media_type, bytes, content: await context.contents.read(stored_as) } }
  },
})

export const getMediaSizes = operation({
  name: 'get_media_sizes',
  summary: 'Get how large images are, by the names that their addresses have',
  description: 'Of those that there are. A page that says it before they arrive does not move when they do.',
  access: 'visit',
  status: 200,
  input: z.strictObject({ files: z.array(z.string().max(100)).max(MOST_SIZES) }),
  output: z.object({ data: z.array(z.object({ file: z.string(), width: z.int(), height: z.int() })) }),
  async run({ store: { read } }, { files }) {
    const contents = files.map((file) => file.split('.')[0] ?? '')
    const found = await read((reader) => store.sizesAnywhere(reader, contents))
    const sizes = found.map((one) => ({ ...one, file: fileNameOf(one) }))
    return { data: sizes.filter(({ file }) => files.includes(file)) }
  },
})

/** An image as it is kept, in the store already: nothing of what came is left there. */
async function rewritten({ contents, images }: Context, content: AsyncIterable<Uint8Array>, name: string) {
  const { stored_as: came_as, head } = await receive(contents, content, { maxBytes: MAX_BYTES })
  try {
    const media_type = await mediaTypeOf(head, name)
    if (!Object.hasOwn(IMAGE_ENDINGS, media_type))
      throw validationError({ content: fieldError('not_an_option', 'must be a PNG, JPEG, WebP or GIF image') })
    await requireSize(head)
    const came = Buffer.concat(await (await contents.read(came_as)).toArray())
    const { content: written, ...size } = await images.rewrite(came, LONGEST_SIDE)
    const { stored_as, bytes, sha256 } = await receive(contents, Readable.from([written]), {
      maxBytes: Number.POSITIVE_INFINITY,
    })
    return { name, media_type, ...size, bytes, sha256, stored_as }
  } finally {
    await contents.remove(came_as)
  }
}

/** @returns what is kept under this content: that of another upload, where it came first */
async function keep(context: Context, image: Awaited<ReturnType<typeof rewritten>>) {
  return context.store.write(async (tx) => {
    const { workspace_id } = context.caller
    const { sha256 } = image
    await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} ${sha256}`)
    const known = await store.findByContent(tx, { workspace_id, sha256 })
    if (known) return known
    const row = { workspace_id, id: newId(), ...image, created_at: tx.stamp, updated_at: tx.stamp }
    await store.insertMedia(tx, row)
    return row
  })
}

interface Named {
  sha256: string
  media_type: string
}

/** The last part of an image's address. */
function fileNameOf({ sha256, media_type }: Named): string {
  return `${sha256}.${IMAGE_ENDINGS[media_type]}`
}

function withUrl<T extends Named>({ settings }: Context, media: T) {
  return { ...media, url: `${settings.publicUrl}/media/${fileNameOf(media)}` }
}
