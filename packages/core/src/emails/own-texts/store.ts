import { and, asc, eq } from 'drizzle-orm'
import type { Language } from '../../contract/languages.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { MailTextKind } from '../contract.ts'
import { letterOf, type MailText, type OwnLetter } from './letter.ts'
import type { Values } from './placeholders.ts'

export type MailTextRow = Tables['mail_texts']['$inferSelect']

export interface MailTextKey {
  workspace_id: string
  kind: MailTextKind
  language: Language
}

function isAt({ mail_texts: t }: Tables, { workspace_id, kind, language }: MailTextKey) {
  return and(eq(t.workspace_id, workspace_id), eq(t.kind, kind), eq(t.language, language))
}

export async function findMailText({ db, tables }: Reader, key: MailTextKey): Promise<MailTextRow | undefined> {
  const [row] = await db.select().from(tables.mail_texts).where(isAt(tables, key))
  return row
}

/** The texts that a workspace has written: few, since each kind has one for each language. */
export async function mailTextsOf({ db, tables: { mail_texts: t } }: Reader, workspace_id: string) {
  return db.select().from(t).where(eq(t.workspace_id, workspace_id)).orderBy(asc(t.kind), asc(t.language))
}

export async function storeMailText(tx: Tx, key: MailTextKey, { subject, body }: MailText): Promise<void> {
  const { mail_texts: t } = tx.tables
  const changed = { subject, body, updated_at: tx.stamp }
  await tx.db
    .insert(t)
    .values({ ...key, ...changed, created_at: tx.stamp })
    .onConflictDoUpdate({ target: [t.workspace_id, t.kind, t.language], set: changed })
}

/** @returns whether there was one */
export async function deleteMailText({ db, tables }: Tx, key: MailTextKey): Promise<boolean> {
  const deleted = await db
    .delete(tables.mail_texts)
    .where(isAt(tables, key))
    .returning({ kind: tables.mail_texts.kind })
  return deleted.length > 0
}

/** The parts of a mail that the workspace has written; undefined for the standard text. */
export async function ownLetter(reader: Reader, key: MailTextKey, values: Values): Promise<OwnLetter | undefined> {
  const row = await findMailText(reader, key)
  return row && letterOf(row, values)
}
