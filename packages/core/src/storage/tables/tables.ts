import type { Columns } from '../columns.ts'
import { calendarTables } from './calendars.ts'
import { contactTables } from './contacts.ts'
import { dailyMailTables } from './daily-mails.ts'
import { emailTables } from './emails.ts'
import { enrollmentTables } from './enrollments.ts'
import { fileTables } from './files.ts'
import { guideTables } from './guides.ts'
import { importTables } from './imports.ts'
import { inboxTables } from './inbox.ts'
import { internalNoteTables } from './internal-notes.ts'
import { mailSettingsTables } from './mail-settings.ts'
import { messageTables } from './messages.ts'
import { metadataTables } from './metadata.ts'
import { moveTables } from './moves.ts'
import { oauthClientTables } from './oauth-clients.ts'
import { oauthGrantTables } from './oauth-grants.ts'
import { participantTables } from './participants.ts'
import { peopleTables } from './people.ts'
import { planTables } from './plans.ts'
import { reviewTables } from './reviews.ts'
import { serviceTables } from './service.ts'
import { uploadTables } from './uploads.ts'
import { viewTables } from './views.ts'
import { attemptTables } from './webhook-attempts.ts'
import { webhookTables } from './webhooks.ts'
import { workspaceTables } from './workspaces.ts'

/**
 * The schema of both engines: every table, by subject. A subject is handed those that its foreign keys refer to.
 * Every key and index starts with the workspace, so that a database can be split by it.
 */
export function defineTables(column: Columns) {
  const workspaces = workspaceTables(column)
  const people = peopleTables(column, workspaces)
  const oauthClients = oauthClientTables(column, workspaces)
  const contacts = contactTables(column)
  const guides = guideTables(column)
  const enrollments = enrollmentTables(column, { ...contacts, ...guides })
  const webhooks = webhookTables(column)
  return {
    ...workspaces,
    ...people,
    ...viewTables(column, people),
    ...oauthClients,
    ...oauthGrantTables(column, { ...people, ...oauthClients }),
    ...contacts,
    ...guides,
    ...moveTables(column, guides),
    ...enrollments,
    ...participantTables(column, enrollments),
    ...internalNoteTables(column, enrollments),
    ...inboxTables(column, enrollments),
    ...planTables(column, enrollments),
    ...reviewTables(column, enrollments),
    ...calendarTables(column, { ...people, ...enrollments }),
    ...emailTables(column, enrollments),
    ...dailyMailTables(column, contacts),
    ...mailSettingsTables(column),
    ...fileTables(column, enrollments),
    ...uploadTables(column, enrollments),
    ...messageTables(column, enrollments),
    ...webhooks,
    ...attemptTables(column, webhooks),
    ...importTables(column),
    ...metadataTables(column),
    ...serviceTables(column),
  }
}

export type Tables = ReturnType<typeof defineTables>
