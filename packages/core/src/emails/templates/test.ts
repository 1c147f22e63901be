import type { Context } from '../../context.ts'
import type { Tx } from '../../storage/database.ts'
import { brandOf } from '../compose/brand.ts'
import { translator } from '../compose/translate.ts'
import { queueEmail } from '../queue.ts'
import type { EmailRow } from '../store.ts'

/** A test mail that looks like mail to contacts. */
export async function writeTest(
  tx: Tx,
  context: Context,
  to: { email: string; name: string },
): Promise<EmailRow | undefined> {
  const brand = await brandOf(tx, context.caller.workspace_id)
  const language = brand.default_language
  const say = translator(language)
  const workspace = brand.sender
  return queueEmail(tx, context, {
    kind: 'test',
    to,
    brand,
    letter: {
      language,
      subject: say('test_subject', { workspace }),
      preheader: say('test_preheader'),
      heading: say('hello', { name: to.name }),
      paragraphs: [say('test_body', { workspace })],
      footer: [say('test_why')],
    },
  })
}
