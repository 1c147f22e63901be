import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { later, MINUTE_MS } from '../times.ts'

const OPEN_MS = 15 * MINUTE_MS
/** Keeps these signatures apart from those of cursors. */
const PURPOSE = 'download'

interface FileKey {
  workspace_id: string
  id: string
}

/** The address at which whoever has it downloads a file in the next minutes. */
export function downloadUrl({ sealer, settings, now }: Context, { workspace_id, id }: FileKey): string {
  const until = later(now(), OPEN_MS)
  const signed = `${workspace_id}.${id}.${Date.parse(until).toString(36)}`
  return `${settings.publicUrl}/files/${signed}.${sealer.sign(`${PURPOSE} ${signed}`)}`
}

/** Which file an address of `downloadUrl` opens. @throws AppError `not_found` when it is none, or its time has passed */
export function placeOf({ sealer, now }: Context, token: string): FileKey {
  const [workspace_id = '', id = '', until = '', signature = '', ...more] = token.split('.')
  if (more.length > 0) throw notFound()
  if (!sealer.verify(`${PURPOSE} ${workspace_id}.${id}.${until}`, signature)) throw notFound()
  if (Number.parseInt(until, 36) < Date.parse(now())) throw notFound()
  return { workspace_id, id }
}
