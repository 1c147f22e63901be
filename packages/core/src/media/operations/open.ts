import type { Readable } from 'node:stream'
import { z } from 'zod'
import { existing } from '../../errors.ts'
import { Paging, pageOf, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { listRecords } from '../../records/lists/lists.ts'
import { fileNameOf, withUrl } from '../address.ts'
import { endingFor } from '../kinds.ts'
import { MAX_MEDIA_SIZES, Media } from '../media.ts'
import { partOf } from '../range.ts'
import * as store from '../store.ts'

export const listMedia = operation({
  name: 'list_media',
  summary: 'List the images, videos and captions for guides, newest first',
  access: 'guides:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject(Paging),
  output: pageOf(Media),
  run: async (context, paging) => {
    const { data, ...rest } = await listRecords(context, store.mediaList, paging)
    return { data: data.map((media) => withUrl(context, media)), ...rest }
  },
})

const Opened = z.object({
  media_type: z.string(),
  bytes: z.int().describe('Size of the whole file'),
  part: z.object({ first: z.int(), last: z.int() }).optional(),
  content: z.custom<Readable>(),
})

export const openMedia = operation({
  name: 'open_media',
  summary: 'Get the content of an image, a video or captions by name',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({
    file: z.string().max(100),
    range: z.string().max(100).optional().describe('The header Range of a request'),
  }),
  output: recordOf(Opened),
  async run(context, { file, range }) {
    const [sha256 = '', ending] = file.split('.')
    const found = existing(await context.store.read((reader) => store.findAnywhere(reader, sha256)))
    const { media_type, bytes, stored_as } = existing(endingFor(found.media_type) === ending ? found : undefined)
    const part = partOf(range, bytes)
    return { data: { media_type, bytes, part, content: await context.contents.read(stored_as, part) } }
  },
})

export const getMediaSizes = operation({
  name: 'get_media_sizes',
  summary: 'Get the dimensions of images by name',
  description: 'Unknown names are omitted. Pages use the dimensions to reserve space before an image has loaded.',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ files: z.array(z.string().max(100)).max(MAX_MEDIA_SIZES) }),
  output: z.object({
    data: z.array(
      z.object({
        file: z.string(),
        width: z.int(),
        height: z.int(),
        variants: z.array(z.object({ file: z.string(), width: z.int() })).describe('Smaller versions of the image'),
      }),
    ),
  }),
  async run({ store: { read } }, { files }) {
    const contents = files.map((file) => file.split('.')[0] ?? '')
    const found = await read((reader) => store.sizesAnywhere(reader, contents))
    const sizes = found.map((one) => ({
      ...one,
      file: fileNameOf(one),
      variants: one.variants.map(({ width, ...variant }) => ({ file: fileNameOf(variant), width })),
    }))
    return { data: sizes.filter(({ file }) => files.includes(file)) }
  },
})
