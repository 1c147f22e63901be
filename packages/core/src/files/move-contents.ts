import { and, eq } from 'drizzle-orm'
import type { Database, Reader, Tx } from '../storage/database.ts'
import type { ContentStore } from './content/content-store.ts'

/** Maximum number of contents per step; each is moved separately. */
const BATCH = 50

interface ContentKey {
  workspace_id: string
  id: string
}

/**
 * Moves contents that an earlier release stored in the database into the content store. An interrupted run continues
 * at the next start; of several processes that start together, one moves each content.
 */
export async function moveContents(database: Database, contents: ContentStore): Promise<void> {
  for (;;) {
    const places = await database.read(somePlaces)
    if (places.length === 0) return
    for (const key of places) {
      const content = await database.read((reader) => contentAt(reader, key))
      if (!content) continue
      const stored_as = await contents.write(chunksOf(content))
      const moved = await database.write((tx) => markMoved(tx, key, stored_as))
      if (!moved) await contents.remove(stored_as)
    }
  }
}

async function somePlaces({ db, tables: { unmoved_contents: unmoved } }: Reader): Promise<ContentKey[]> {
  return db.select({ workspace_id: unmoved.workspace_id, id: unmoved.id }).from(unmoved).limit(BATCH)
}

async function contentAt(reader: Reader, key: ContentKey): Promise<Buffer | undefined> {
  const { unmoved_contents: unmoved } = reader.tables
  const [row] = await reader.db.select({ content: unmoved.content }).from(unmoved).where(isAt(reader, key))
  return row?.content
}

/** @returns whether this process has moved it */
async function markMoved(tx: Tx, key: ContentKey, stored_as: string): Promise<boolean> {
  const { files, unmoved_contents: unmoved } = tx.tables
  const taken = await tx.db.delete(unmoved).where(isAt(tx, key)).returning({ id: unmoved.id })
  if (taken.length === 0) return false
  await tx.db
    .update(files)
    .set({ stored_as })
    .where(and(eq(files.workspace_id, key.workspace_id), eq(files.id, key.id)))
  return true
}

function isAt({ tables: { unmoved_contents: unmoved } }: Reader, { workspace_id, id }: ContentKey) {
  return and(eq(unmoved.workspace_id, workspace_id), eq(unmoved.id, id))
}

async function* chunksOf(content: Buffer) {
  yield content
}
