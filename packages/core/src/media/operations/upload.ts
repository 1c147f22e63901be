import { z } from 'zod'
import type { Context } from '../../context.ts'
import { recordOf } from '../../fields/fields.ts'
import { Content } from '../../files/upload/content-input.ts'
import { FileName } from '../../files/upload/file-name.ts'
import { mediaTypeOf } from '../../files/upload/media-type.ts'
import { receive } from '../../files/upload/receive.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation/operation.ts'
import { inSlot } from '../../workspaces/quotas/slots.ts'
import { requireStorage } from '../../workspaces/quotas/storage.ts'
import { withUrl } from '../address.ts'
import { MAX_RENDERED_SIDE, requireSize } from '../dimensions.ts'
import { type Kind, kindOf } from '../kinds.ts'
import { Media } from '../media.ts'
import * as store from '../store.ts'
import { makeVariants, storeContent, type Variant } from '../variants.ts'

const MEBIBYTE = 1024 ** 2
const MAX_IMAGE_BYTES = 10 * MEBIBYTE
const MAX_CAPTIONS_BYTES = MEBIBYTE
const MAX_DOCUMENT_BYTES = 25 * MEBIBYTE

export const uploadMedia = operation({
  name: 'upload_media',
  summary: 'Upload an image, a video, captions or a PDF for guides',
  description:
    'PNG, JPEG, WebP or GIF, at most 10 MB: an image is re-encoded, upright, at most 2,400 pixels wide and high, and without ' +
    'metadata of cameras, such as the location. MP4 or WebM, as large as the operator allows, and captions in WebVTT, at most ' +
    '1 MB, and PDF for approvals, at most 25 MB, are stored unchanged. Uploading the same content again returns the existing record.',
  access: 'guides:write',
  does: ['adds'],
  unaudited: 'draft',
  status: 201,
  input: z.strictObject({ name: FileName, content: Content }),
  output: recordOf(Media),
  async run(context, { name, content }) {
    const { contents } = context
    await context.store.write((tx) => requireStorage(tx, context, 1))
    const media = await inSlot(context, 'uploads', () => arrived(context, content, name))
    const discard = async () => {
      for (const { stored_as } of [media, ...media.variants]) await contents.remove(stored_as)
    }
    const row = await storeMedia(context, media).catch(async (error: unknown) => {
      await discard()
      throw error
    })
    if (row.stored_as !== media.stored_as) await discard()
    return { data: withUrl(context, row) }
  },
})

type Arrived = Variant & { name: string; media_type: string; variants: Variant[] }

/** Stores the upload. Its size limit depends on its first bytes. */
async function arrived(context: Context, content: AsyncIterable<Uint8Array>, name: string): Promise<Arrived> {
  const limits: Record<Kind, number> = {
    image: MAX_IMAGE_BYTES,
    video: context.settings.maxVideoBytes,
    captions: MAX_CAPTIONS_BYTES,
    document: MAX_DOCUMENT_BYTES,
  }
  const maxBytes = async (head: Buffer) => limits[kindOf(await mediaTypeOf(head, name))]
  const { head, ...received } = await receive(context.contents, content, { maxBytes })
  const media_type = await mediaTypeOf(head, name)
  if (kindOf(media_type) === 'image')
    return { name, media_type, ...(await rewritten(context, received.stored_as, head)) }
  return { name, media_type, width: 0, height: 0, variants: [], ...received }
}

/** Re-encodes an image; the original is not kept. */
async function rewritten(context: Context, came_as: string, head: Buffer) {
  const { caller, contents, images } = context
  try {
    await requireSize(head)
    const came = Buffer.concat(await (await contents.read(came_as)).toArray())
    const { content, ...size } = await images.rewrite(caller.workspace_id, came, MAX_RENDERED_SIDE)
    const kept = await storeContent(context, content)
    return { ...size, ...kept, variants: await makeVariants(context, caller.workspace_id, content, size) }
  } finally {
    await contents.remove(came_as)
  }
}

/** @returns the record of this content: that of an earlier upload if there is one */
async function storeMedia(context: Context, { variants, ...media }: Arrived) {
  return context.store.write(async (tx) => {
    const { workspace_id } = context.caller
    const { sha256 } = media
    await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} ${sha256}`)
    const known = await store.findByContent(tx, { workspace_id, sha256 })
    if (known) return known
    const bytes = [media, ...variants].reduce((sum, one) => sum + one.bytes, 0)
    await requireStorage(tx, context, bytes)
    const times = { created_at: tx.stamp, updated_at: tx.stamp }
    const row = { workspace_id, id: newId(), ...media, is_rewritten: true, has_variants: true, ...times }
    await store.insertMedia(tx, row)
    await store.insertVariants(
      tx,
      variants.map((variant) => ({ workspace_id, media_id: row.id, ...variant, ...times })),
    )
    return row
  })
}
