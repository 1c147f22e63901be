import { eq } from 'drizzle-orm'
import type { Language } from '../../contract/languages.ts'
import type { Reader } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { INSTANCE } from '../email.ts'
import { plain } from './plain.ts'

/** The sender name and look of a mail. */
export interface Brand {
  workspace_id: string
  /** The name of the workspace in mail. */
  sender: string
  reply_to: string | null
  /** In the form `#rrggbb`. */
  colour: string
  hasLogo: boolean
  default_language: Language
  time_zone: string
}

const HANDRAIL_COLOUR = '#0f6b5c'

/** The brand of mail to people about their own account. */
export const HANDRAIL_BRAND: Brand = {
  workspace_id: INSTANCE,
  sender: 'Handrail',
  reply_to: null,
  colour: HANDRAIL_COLOUR,
  hasLogo: false,
  default_language: 'en',
  time_zone: 'UTC',
}

export async function brandOf(reader: Reader, workspace_id: string): Promise<Brand> {
  const workspace = await findWorkspace(reader, workspace_id)
  if (!workspace) return HANDRAIL_BRAND
  const { name, sender_name, reply_to, colour, default_language, time_zone } = workspace
  return {
    workspace_id,
    sender: plain(sender_name ?? name) || HANDRAIL_BRAND.sender,
    reply_to,
    colour: colour ?? HANDRAIL_COLOUR,
    hasLogo: (await findMailLogo(reader, workspace_id)) !== undefined,
    default_language,
    time_zone,
  }
}

/** The one kind that all mail clients show. */
const SHOWN_TYPE = 'image/png'

/** The logo of a workspace, as mail clients show it. */
export async function findMailLogo({ db, tables: { logos } }: Reader, workspace_id: string) {
  const [logo] = await db
    .select({ media_type: logos.media_type, content: logos.content, mail_content: logos.mail_content })
    .from(logos)
    .where(eq(logos.workspace_id, workspace_id))
  // A logo stored by an earlier release is attached if mail clients support its format.
  const content = logo?.mail_content ?? (logo?.media_type === SHOWN_TYPE ? logo.content : undefined)
  return content && { media_type: SHOWN_TYPE, content }
}

/** The logo as the text shows it. */
export function logoAttachment({ media_type, content }: { media_type: string; content: Buffer }) {
  const contentDisposition = 'inline' as const
  return { attachments: [{ cid: 'logo', filename: 'logo.png', contentType: media_type, content, contentDisposition }] }
}
