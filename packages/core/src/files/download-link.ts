import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { later, MINUTE_MS } from '../times.ts'

const OPEN_MS = 15 * MINUTE_MS
/** Separates these signatures from those of cursors. */
const PURPOSE = 'download'

interface FileKey {
  workspace_id: string
  id: string
}

/** The download link of a file, valid for minutes for anyone who has it. */
export function downloadUrl({ sealer, settings, now }: Context, { workspace_id, id }: FileKey): string {
  const until = later(now(), OPEN_MS)
  const signed = `${workspace_id}.${id}.${Date.parse(until).toString(36)}`
  return `${settings.publicUrl}/files/${signed}.${sealer.signCredential(`${PURPOSE} ${signed}`)}`
}

/** The file of a download link. @throws AppError `not_found` if it is invalid or expired */
export function placeOf({ sealer, now }: Context, token: string): FileKey {
  const [workspace_id = '', id = '', until = '', signature = '', ...more] = token.split('.')
  if (more.length > 0) throw notFound()
  if (!sealer.verifyCredential(`${PURPOSE} ${workspace_id}.${id}.${until}`, signature)) throw notFound()
  if (Number.parseInt(until, 36) < Date.parse(now())) throw notFound()
  return { workspace_id, id }
}
