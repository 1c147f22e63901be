import type { SendMailOptions } from 'nodemailer'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { type Brand, brandOf, findMailLogo, logoAttachment } from '../compose/brand.ts'
import type { EmailContent } from '../compose/letter.ts'
import { renderHtml, renderText } from '../compose/render.ts'
import { translator } from '../compose/translate.ts'
import { queueEmail } from '../queue.ts'
import type { EmailRow } from '../store.ts'

interface Person {
  email: string
  name: string
}

/** A test mail that looks like mail to contacts. */
export async function writeTest(tx: Tx, context: Context, to: Person): Promise<EmailRow | undefined> {
  const brand = await brandOf(tx, context.caller.workspace_id)
  return queueEmail(tx, context, { kind: 'test', to, brand, letter: testLetter(brand, to.name) })
}

/** The same without the outbox, for a mail server that is not set yet; without its sender. */
export async function testMessage(
  reader: Reader,
  { caller: { workspace_id } }: Pick<Context, 'caller'>,
  { email, name }: Person,
): Promise<SendMailOptions> {
  const brand = await brandOf(reader, workspace_id)
  const logo = brand.hasLogo ? await findMailLogo(reader, workspace_id) : undefined
  const letter = testLetter(brand, name)
  return {
    to: { name, address: email },
    subject: letter.subject,
    text: renderText(letter),
    html: renderHtml(letter, brand),
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(logo && logoAttachment(logo)),
  }
}

function testLetter({ default_language: language, sender: workspace }: Brand, name: string): EmailContent {
  const say = translator(language)
  return {
    language,
    subject: say('test_subject', { workspace }),
    preheader: say('test_preheader'),
    heading: say('hello', { name }),
    paragraphs: [say('test_body', { workspace })],
    footer: [say('test_why')],
  }
}
