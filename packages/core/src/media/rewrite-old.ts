import { Readable } from 'node:stream'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { receive } from '../files/upload/receive.ts'
import { MAX_RENDERED_SIDE } from './dimensions.ts'
import * as store from './store.ts'

/** Number of images at a time: each takes memory and processor time. */
const BATCH = 3

/**
 * Re-encodes images that an earlier release stored unchanged, with location and camera. Their addresses stay, because
 * guides refer to them. Unreadable images stay too.
 */
export async function rewriteOldImages(context: Context): Promise<void> {
  const { store: database, contents } = context
  for (const old of await database.read((reader) => store.notRewritten(reader, BATCH))) {
    const anew = await rewriteStored(context, old)
    const isMine = await database.write((tx) => store.markRewritten(tx, old, anew ?? {}))
    // Another process was faster, or it was deleted.
    const left = isMine ? old.stored_as : anew?.stored_as
    if (anew && left !== undefined) await contents.remove(left)
  }
}

type StoredMedia = Pick<store.MediaRow, 'workspace_id' | 'stored_as'>

async function rewriteStored({ contents, images }: Context, { workspace_id, stored_as }: StoredMedia) {
  try {
    const came = Buffer.concat(await (await contents.read(stored_as)).toArray())
    const { content, ...size } = await images.rewrite(workspace_id, came, MAX_RENDERED_SIDE)
    const { stored_as: kept_as, bytes } = await receive(contents, Readable.from([content]), {
      maxBytes: content.length,
    })
    return { ...size, bytes, stored_as: kept_as }
  } catch (error) {
    if (error instanceof AppError && ['validation_error', 'not_found'].includes(error.code)) return undefined
    throw error
  }
}
