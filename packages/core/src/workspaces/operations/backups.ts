import { and, desc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { BACKUP_MADE } from '../../audit/record-backup.sqlite.ts'
import { recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'

const SHOWN = 10

export const listBackups = operation({
  name: 'list_backups',
  summary: 'When the instance was last backed up by its command, newest first',
  description:
    'A backup holds every workspace of the instance and what opens them: it is made and fetched by whoever runs it, never through a page.',
  access: 'workspace:manage',
  status: 200,
  input: z.strictObject({}),
  output: recordOf(
    z.object({
      engine: z
        .enum(['sqlite', 'postgres'])
        .describe('On PostgreSQL its own tools make backups, which nothing here knows of'),
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
