import { and, desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { BACKUP_MADE } from '../../audit/backups.ts'
import { recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'

const SHOWN = 10

export const listBackups = operation({
  name: 'list_backups',
  summary: 'List the latest backups of the instance made by its command, newest first',
  description:
    'A backup contains every workspace of the instance and the key that decrypts them, so only the operator creates and downloads it.',
  access: 'workspace:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(
    z.object({
      engine: z
        .enum(['sqlite', 'postgres'])
        .describe('On PostgreSQL, backups can also be made with other tools, which are not listed here'),
      backups: z.array(z.object({ file: z.string(), at: Timestamp })),
    }),
  ),
  run: ({ store: { read } }) =>
    read(async ({ db, tables: { audit_entries: t }, connection }) => {
      const rows = await db
        .select({ details: t.details, at: t.created_at })
        .from(t)
        .where(and(isNull(t.workspace_id), eq(t.action, BACKUP_MADE)))
        .orderBy(desc(t.created_at), desc(t.id))
        .limit(SHOWN)
      const backups = rows.map(({ details, at }) => ({ file: details.file ?? '', at }))
      return { data: { engine: connection.dialect.engine, backups } }
    }),
})
