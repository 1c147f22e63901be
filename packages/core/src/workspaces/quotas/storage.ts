import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { countOf } from '../../records/counters.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { limitOf } from '../plans.ts'

const KIB = 1024

/** The storage of a workspace in KiB: uploads, media of guides, its logo, and files and rows of imports. Maintained by triggers. */
export function storedKib(reader: Reader, workspace_id: string): Promise<number> {
  return countOf(reader, workspace_id, 'storage_kib')
}

/** @throws AppError `conflict` where the plan of the workspace has no room for so many bytes more */
export async function requireStorage(
  tx: Tx,
  { caller: { workspace_id, plan } }: Pick<Context, 'caller'>,
  bytes: number,
): Promise<void> {
  const megabytes = limitOf(plan, 'storage_megabytes')
  if (megabytes === undefined) return
  // Of two concurrent requests for the last place, the second waits and is then rejected.
  await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} storage`)
  if ((await storedKib(tx, workspace_id)) + Math.ceil(bytes / KIB) <= megabytes * KIB) return
  throw new AppError(
    'conflict',
    `The plan of this workspace includes ${megabytes} MB of storage, which this would exceed. Delete files or old imports, or ask the operator for another plan`,
    { reason: 'no_storage' },
  )
}
