import { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { type Received, receive } from '../files/upload/receive.ts'
import * as store from './store.ts'

interface Sized {
  width: number
  height: number
}

/** A stored version of an image. */
export type Variant = Omit<Received, 'head'> & Sized

/** The widths of smaller versions: a phone of 390 points has 780 or 1,170 pixels. */
const WIDTHS = [800, 1600]
/** A version that is hardly smaller saves nothing. */
const WORTH_IT = 0.8
/** Number of older images at a time: each takes memory and processor time. */
const BATCH = 3

/** Draws and stores the smaller versions of an image that are worth it. */
export async function makeVariants(
  context: Pick<Context, 'contents' | 'images'>,
  workspace_id: string,
  content: Buffer,
  { width, height }: Sized,
): Promise<Variant[]> {
  const variants: Variant[] = []
  for (const target of WIDTHS.filter((one) => one <= width * WORTH_IT)) {
    const longest = Math.round((target * Math.max(width, height)) / width)
    try {
      const { content: drawn, ...size } = await context.images.rewrite(workspace_id, content, longest)
      if (drawn.length <= content.length * WORTH_IT) variants.push({ ...size, ...(await storeContent(context, drawn)) })
    } catch (error) {
      // The image itself is fine: it is shown in its own size.
      if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
    }
  }
  return variants
}

/** Stores bytes as they are. */
export async function storeContent({ contents }: Pick<Context, 'contents'>, content: Buffer) {
  const { head: _, ...kept } = await receive(contents, Readable.from([content]), { maxBytes: Number.POSITIVE_INFINITY })
  return kept
}

/**
 * Makes the smaller versions of images that an earlier release stored without them. An image is marked before it is decoded: one
 * that ends the process is not decoded again. A fault of the storage takes the mark back.
 */
export async function makeOldVariants(context: Context): Promise<void> {
  const { store: database } = context
  for (const old of await database.read((reader) => store.withoutVariants(reader, BATCH))) {
    const isMine = await database.write((tx) => store.markVariants(tx, old, true))
    // Another process was faster, or it was deleted.
    if (!isMine) continue
    try {
      await addVariants(context, old)
    } catch (error) {
      // It is gone, and upkeep will remove its record.
      if (error instanceof AppError && error.code === 'not_found') continue
      await database.write((tx) => store.markVariants(tx, old, false))
      throw error
    }
  }
}

async function addVariants(context: Context, old: store.MediaRow): Promise<void> {
  const { store: database, contents } = context
  const content = Buffer.concat(await (await contents.read(old.stored_as)).toArray())
  const variants = await makeVariants(context, old.workspace_id, content, old)
  const isKept = await database.write(async (tx) => {
    if (!(await store.lockMedia(tx, old))) return false
    const { workspace_id, id: media_id } = old
    const times = { created_at: tx.stamp, updated_at: tx.stamp }
    await store.insertVariants(
      tx,
      variants.map((variant) => ({ workspace_id, media_id, ...variant, ...times })),
    )
    return true
  })
  if (isKept) return
  for (const { stored_as } of variants) await contents.remove(stored_as)
}
