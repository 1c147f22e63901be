import type { Language } from '../../contract/languages.ts'
import type { Encryption, MailTextKind } from '../../emails/contract.ts'
import type { Columns } from '../columns.ts'
import { timestamps } from './shared.ts'

/** The mail server of the instance, and the texts of mail that workspaces have written. */
export function mailSettingsTables(column: Columns) {
  const { table, id, text, integer, primaryKey } = column

  const mail_servers = table('mail_servers', {
    /** `instance`: there is one, or none. */
    id: text().primaryKey(),
    host: text().notNull(),
    port: integer().notNull(),
    encryption: text<Encryption>().notNull(),
    /** Null for a server without sign-in. */
    username: text(),
    sealed_password: text(),
    /** The sender of all mail: `Handrail <no-reply@example.com>`. */
    sender: text().notNull(),
    /** Another one after each change, by which processes notice it. */
    revision: id().notNull(),
    ...timestamps(column),
  })

  const mail_texts = table(
    'mail_texts',
    {
      workspace_id: id().notNull(),
      kind: text<MailTextKind>().notNull(),
      language: text<Language>().notNull(),
      subject: text().notNull(),
      body: text().notNull(),
      ...timestamps(column),
    },
    (t) => [primaryKey({ columns: [t.workspace_id, t.kind, t.language] })],
  )

  return { mail_servers, mail_texts }
}
