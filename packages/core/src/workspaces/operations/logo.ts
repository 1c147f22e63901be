import { hash } from 'node:crypto'
import { z } from 'zod'
import { notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { RecordId, recordOf, requiredText } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { changeWorkspace } from '../change.ts'
import { type LogoImage, logoImage } from '../logo/logo-image.ts'
import { requireStorage } from '../quotas/storage.ts'
import * as store from '../store.ts'
import { OwnWorkspace } from '../workspace.ts'

const MAX_BYTES = 512 * 1024
const MAX_BASE64 = Math.ceil(MAX_BYTES / 3) * 4

export const setLogo = operation({
  name: 'set_logo',
  summary: 'Set the logo that contacts see',
  description:
    'PNG, WebP or SVG, detected by content, at most 512 KiB. The image is re-encoded: an SVG keeps only shapes and ' +
    'their colours, the others only the image. Mail contains it as a PNG, or the name of the workspace if it cannot be converted.',
  access: 'workspace:write',
  audit: ['workspace.changed'],
  status: 200,
  input: z.strictObject({
    content: z.base64({ error: 'must be base64' }).min(1).max(MAX_BASE64, 'is too large (maximum is 512 KiB)'),
  }),
  output: recordOf(OwnWorkspace),
  async run(context, { content }) {
    const image = await logoImage(context, Buffer.from(content, 'base64'))
    if (!image) throw validationError({ content: fieldError('invalid', 'is not a PNG, WebP or SVG image') })
    const { workspace_id } = context.caller
    const name = `${hash('sha256', image.content, 'hex').slice(0, 32)}.${image.ending}`
    return context.store.write(async (tx) => {
      const at = context.now()
      const logo = {
        workspace_id,
        media_type: image.media_type,
        content: image.content,
        mail_content: image.mail_content,
        created_at: at,
        updated_at: at,
      }
      await requireStorage(tx, context, bytesOf(logo) - (await store.logoBytes(tx, workspace_id)))
      await store.storeLogo(tx, logo)
      return changeWorkspace(tx, context, { logo: name })
    })
  },
})

function bytesOf({ content, mail_content }: Pick<LogoImage, 'content' | 'mail_content'>): number {
  return content.byteLength + (mail_content?.byteLength ?? 0)
}

export const removeLogo = operation({
  name: 'remove_logo',
  summary: 'Remove the logo of the workspace',
  access: 'workspace:write',
  audit: ['workspace.changed'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(OwnWorkspace),
  run: (context) =>
    context.store.write(async (tx) => {
      await store.deleteLogo(tx, context.caller.workspace_id)
      return changeWorkspace(tx, context, { logo: null })
    }),
})

export const getLogo = operation({
  name: 'get_logo',
  summary: 'Get the image of a logo by its address',
  access: 'visit',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ workspace_id: RecordId, name: requiredText() }),
  output: recordOf(z.object({ media_type: z.string(), content: z.string().describe('Base64') })),
  run: ({ store: { read } }, { workspace_id, name }) =>
    read(async (reader) => {
      const logo = await store.findLogo(reader, workspace_id, name)
      if (!logo) throw notFound()
      return { data: { media_type: logo.media_type, content: logo.content.toString('base64') } }
    }),
})
