import type { Context } from '../../context.ts'
import { ADMIN_ROLES } from '../../people/members/member.ts'
import { membersOf } from '../../people/members/store.ts'
import type { Tx } from '../../storage/database.ts'
import { brandOf } from '../compose/brand.ts'
import { dateTimeIn, translator } from '../compose/translate.ts'
import { queueEmail } from '../queue.ts'

interface EndpointNews {
  workspace_id: string
  url: string
  /** The time of the first failure; null if that is not the reason of the mail. */
  failing_since: string | null
}

/** Notifies the admins of a workspace of an endpoint that has failed for a while, or was disabled. */
export async function emailAdmins(
  tx: Tx,
  context: Context,
  { workspace_id, url, failing_since }: EndpointNews,
  news: 'failing' | 'disabled',
): Promise<void> {
  if (!(await context.mail.sends(tx))) return
  const brand = await brandOf(tx, workspace_id)
  const { default_language: language, sender: workspace } = brand
  const say = translator(language)
  const values = { host: new URL(url).host, date: dateTimeIn(language, failing_since ?? tx.time) }
  for (const { email, name, role } of await membersOf(tx, workspace_id)) {
    if (!ADMIN_ROLES.includes(role)) continue
    await queueEmail(tx, context, {
      kind: `endpoint_${news}`,
      to: { email, name },
      // A reply by mail would go to the address of the workspace.
      brand: { ...brand, reply_to: null },
      letter: {
        language,
        subject: say(`${news}_subject`, values),
        preheader: say(`${news}_preheader`),
        heading: say('hello', { name }),
        paragraphs: [say(`${news}_body`, values)],
        button: { label: say('open_handrail'), url: `${context.settings.publicUrl}/` },
        footer: [say('why_admin', { workspace })],
      },
    })
  }
}
