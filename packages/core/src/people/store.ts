import { eq } from 'drizzle-orm'
import { newId } from '../ids.ts'
import type { Reader, Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables/tables.ts'
import { membershipsOf } from './members/store.ts'

type UserRow = Tables['users']['$inferSelect']

export async function findUser(reader: Reader, id: string): Promise<UserRow | undefined> {
  const { users } = reader.tables
  const [user] = await reader.db.select().from(users).where(eq(users.id, id))
  return user
}

/** @param email in lower case, as it is stored */
export async function findUserByEmail(reader: Reader, email: string): Promise<UserRow | undefined> {
  const { users } = reader.tables
  const [user] = await reader.db.select().from(users).where(eq(users.email, email))
  return user
}

/** Texts that others can know of a person and that therefore must not be the password: name, e-mail address, names of workspaces. */
export async function personalTexts(reader: Reader, user_id: string): Promise<string[]> {
  const user = await findUser(reader, user_id)
  const memberships = await membershipsOf(reader, user_id)
  return [user?.name ?? '', user?.email ?? '', ...memberships.map(({ workspace }) => workspace)]
}

export interface NewUser {
  id: string
  email: string
  name: string
  password_hash: string | null
  at: string
}

/** @throws UniqueViolation when the e-mail address has an account */
export async function insertUser(tx: Tx, { at, ...user }: NewUser): Promise<void> {
  await tx.db.insert(tx.tables.users).values({ ...user, created_at: at, updated_at: at })
}

export async function updateUser(
  tx: Tx,
  id: string,
  { at, ...changes }: { at: string; name?: string; password_hash?: string },
): Promise<void> {
  const { users } = tx.tables
  await tx.db
    .update(users)
    .set({ ...changes, updated_at: at })
    .where(eq(users.id, id))
}

/** The user with an e-mail address, created if there is none. */
export async function ensureUser(
  tx: Tx,
  user: { email: string; name: string; password_hash: string | null; at: string },
): Promise<string> {
  const { users } = tx.tables
  const { email, name, password_hash, at } = user
  await tx.db
    .insert(users)
    .values({ id: newId(), email, name, password_hash, created_at: at, updated_at: at })
    .onConflictDoNothing()
  const [found] = await tx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return found?.id ?? ''
}
