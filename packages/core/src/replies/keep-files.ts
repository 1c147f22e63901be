import type { Context } from '../context.ts'
import { findMailLogo } from '../emails/compose/brand.ts'
import { AppError } from '../errors.ts'
import { storesNothing } from '../files/content/open.ts'
import { cleanFileName } from '../files/upload/file-name.ts'
import { DEFAULT_FILE_BYTES, MAX_FILES } from '../files/upload/limits.ts'
import { mediaTypeOf } from '../files/upload/media-type.ts'
import { receive } from '../files/upload/receive.ts'
import { newId } from '../ids.ts'
import type { FileProblem } from '../messages/contract.ts'
import type { ArrivedFile } from '../messages/post.ts'
import { requireStorage } from '../workspaces/quotas/storage.ts'
import type { MailFile } from './parse/mail.ts'

/**
 * Stores the attachments of a mail under the rules of uploads. Those that cannot be kept are named with the reason.
 * @throws AppError `unavailable` when the store fails
 */
export async function keepFiles(context: Context, files: readonly MailFile[]): Promise<ArrivedFile[]> {
  const kept: ArrivedFile[] = []
  const { workspace_id } = context.caller
  const logo = await context.store.read((reader) => findMailLogo(reader, workspace_id))
  // Mail clients send the logo of our mail back with the quote.
  const own = files.filter(({ content }) => !logo?.content.equals(content))
  try {
    for (const file of own) kept.push(await keepFile(context, file, kept))
  } catch (error) {
    await dropFiles(context, kept)
    throw error
  }
  return kept
}

/** Deletes the contents of attachments that belong to no message. */
export async function dropFiles({ contents }: Context, files: readonly ArrivedFile[]): Promise<void> {
  for (const { stored_as } of files) if (stored_as !== null) await contents.remove(stored_as).catch(() => undefined)
}

async function keepFile(context: Context, { name, content }: MailFile, before: readonly ArrivedFile[]) {
  const named = { id: newId(), name: cleanFileName(name) }
  const problem = await problemOf(context, content.length, before)
  if (problem) return { ...named, media_type: null, bytes: 0, stored_as: null, problem }
  const { stored_as, bytes, head } = await receive(context.contents, inPieces(content), {
    maxBytes: DEFAULT_FILE_BYTES,
  })
  return { ...named, media_type: await mediaTypeOf(head, named.name), bytes, stored_as, problem: null }
}

async function problemOf(
  context: Context,
  bytes: number,
  before: readonly ArrivedFile[],
): Promise<FileProblem | undefined> {
  const { caller, contents, store } = context
  if (!caller.plan.entitlements.includes('file-uploads')) return 'not_in_plan'
  if (storesNothing(contents)) return 'no_uploads'
  if (bytes === 0) return 'empty'
  if (bytes > DEFAULT_FILE_BYTES) return 'too_large'
  if (before.filter(({ problem }) => problem === null).length >= MAX_FILES) return 'too_many'
  const others = before.reduce((sum, file) => sum + file.bytes, 0)
  return store
    .write((tx) => requireStorage(tx, context, others + bytes))
    .then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AppError && error.reason === 'no_storage') return 'no_storage'
        throw error
      },
    )
}

const PIECE = 256 * 1024

async function* inPieces(content: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE)
}
