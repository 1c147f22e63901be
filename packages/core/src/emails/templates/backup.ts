import { and, asc, eq, gte } from 'drizzle-orm'
import { backupAttempts } from '../../audit/backups.ts'
import type { Context } from '../../context.ts'
import { membersOf } from '../../people/members/store.ts'
import type { Reader } from '../../storage/database.ts'
import { DAY_MS, later } from '../../times.ts'
import { brandOf } from '../compose/brand.ts'
import { dateTimeIn, translator } from '../compose/translate.ts'
import { INSTANCE } from '../email.ts'
import { queueEmail } from '../queue.ts'

/** Mails the owner of the first workspace that the latest backup failed, once a day at most, whichever process made the attempt. */
export async function mailFailedBackup(context: Context, now: string): Promise<void> {
  const since = later(now, -DAY_MS)
  const failed = await context.store.read((reader) => newestFailure(reader, since))
  if (failed === undefined) return
  await context.store.write(async (tx) => {
    const workspace = await firstWorkspace(tx)
    if (workspace === undefined || (await isMailed(tx, since))) return
    const { default_language: language, time_zone } = await brandOf(tx, workspace.id)
    const say = translator(language)
    const { host } = new URL(context.settings.publicUrl)
    const date = dateTimeIn(language, failed.at, time_zone)
    for (const { email, name, role } of await membersOf(tx, workspace.id)) {
      if (role !== 'owner') continue
      await queueEmail(tx, context, {
        kind: 'backup_failed',
        to: { email, name },
        letter: {
          language,
          subject: say('backup_failed_subject', { host }),
          preheader: say('backup_failed_preheader'),
          heading: say('hello', { name }),
          paragraphs: [say('backup_failed_body', { date, to: failed.to }), failed.failure],
          footer: [say('backup_failed_why', { workspace: workspace.name })],
        },
      })
    }
  })
}

async function newestFailure(reader: Reader, since: string) {
  const [newest] = await backupAttempts(reader, since, 1)
  return newest?.failure === undefined ? undefined : { ...newest, failure: newest.failure }
}

async function firstWorkspace({ db, tables: { workspaces: t } }: Reader) {
  const [first] = await db.select({ id: t.id, name: t.name }).from(t).orderBy(asc(t.created_at), asc(t.id)).limit(1)
  return first
}

async function isMailed({ db, tables: { emails: t } }: Reader, since: string): Promise<boolean> {
  const mailed = and(eq(t.workspace_id, INSTANCE), gte(t.created_at, since), eq(t.kind, 'backup_failed'))
  return (await db.select({ id: t.id }).from(t).where(mailed).limit(1)).length > 0
}
