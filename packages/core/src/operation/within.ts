import type { Context } from '../context.ts'
import { type Store, type Tx, UniqueViolation } from '../storage/database.ts'

/** The context of the parts of an operation that write in its open transaction. */
export function within(context: Context, tx: Tx): Context {
  return { ...context, store: { ...context.store, write: writingIn(tx) } }
}

function writingIn(tx: Tx): Store['write'] {
  return async (work, { locked } = {}) => {
    try {
      if (locked !== undefined) await tx.connection.dialect.lockRecord(tx.connection, locked)
      const value = await work(tx)
      // What fails is of this part, not of those after it.
      await tx.connection.settle()
      return value
    } catch (error) {
      const translated = tx.connection.dialect.translate(error)
      // Others are for the transaction, which may be repeated.
      throw translated instanceof UniqueViolation ? translated : error
    }
  }
}
