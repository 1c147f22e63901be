import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Reader, Store, Tx } from '../storage/database.ts'
import { deleteSome } from '../storage/steps/delete-some.ts'
import { inSteps } from '../storage/steps/steps.ts'
import type { Tables } from '../storage/tables/tables.ts'

/** How the question of a process was ended by another one. */
export type Ending = NonNullable<Tables['elicitations']['$inferSelect']['ending']>

interface Question {
  /** What ends it: the key of its answer, and that of the withdrawal of its call. */
  answer_key: string
  call_key: string
  expires_at: string
}

/** Keeps a question that waits, so that any process can end it. */
export async function keepQuestion({ db, tables }: Tx, question: Question): Promise<void> {
  await db.insert(tables.elicitations).values(question)
}

/** Ends the question with this key, once. @returns whether one waited */
export async function endQuestion(
  { db, tables: { elicitations: t } }: Tx,
  key: string,
  ending: Ending,
): Promise<boolean> {
  const ended = await db
    .update(t)
    .set({ ending })
    .where(and(or(eq(t.answer_key, key), eq(t.call_key, key)), isNull(t.ending)))
    .returning({ key: t.answer_key })
  return ended.length > 0
}

/** How those of some questions ended that have, by the keys of their answers. */
export async function endingsOf({ db, tables: { elicitations: t } }: Reader, keys: readonly string[]) {
  const rows = await db
    .select({ key: t.answer_key, ending: t.ending })
    .from(t)
    .where(and(inArray(t.answer_key, [...keys]), isNotNull(t.ending)))
  return rows.flatMap(({ key, ending }) => (ending === null ? [] : [{ key, ending }]))
}

/** Deletes questions that nobody waits with any more. */
export async function forgetOldQuestions(store: Pick<Store, 'write'>, now: string): Promise<void> {
  await inSteps(store, (tx, rows) => deleteSome(tx, 'elicitations', [['expires_at', '<', now]], rows))
}
