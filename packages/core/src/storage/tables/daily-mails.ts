import type { Told } from '../../emails/contract.ts'
import type { Columns } from '../columns.ts'
import type { ContactTables } from './contacts.ts'
import { timestamps } from './shared.ts'

/** The daily mail of contacts who take part in plans. That of members is in `memberships`. */
export function dailyMailTables(column: Columns, { contacts }: Pick<ContactTables, 'contacts'>) {
  const { table, id, text, sortText, time, json, index, primaryKey, foreignKey } = column

  /** When a contact is looked at next. Contacts without an enrollment with a plan have no row. */
  const daily_mail_schedules = table(
    'daily_mail_schedules',
    {
      workspace_id: id().notNull(),
      contact_id: id().notNull(),
      /** That of the browser, a name of the IANA database; null until it is known. */
      time_zone: text(),
      next_at: time().notNull(),
      /** The things that the contact was told of, by key. */
      told: json<Told>().notNull().default({}),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.contact_id] }),
      foreignKey({ columns: [t.workspace_id, t.contact_id], foreignColumns: [contacts.workspace_id, contacts.id] }),
      index('daily_mail_schedules_due').on(t.next_at, t.workspace_id, t.contact_id),
    ],
  )

  /** The days on which a contact got the one mail of the day: the daily mail, the look ahead, or a reminder. */
  const daily_mails = table(
    'daily_mails',
    {
      workspace_id: id().notNull(),
      contact_id: id().notNull(),
      /** A date in the time zone of the contact. */
      day: sortText().notNull(),
      email_id: id().notNull(),
      ...timestamps(column),
    },
    (t) => [
      primaryKey({ columns: [t.workspace_id, t.contact_id, t.day] }),
      foreignKey({ columns: [t.workspace_id, t.contact_id], foreignColumns: [contacts.workspace_id, contacts.id] }),
      index('daily_mails_old').on(t.created_at),
    ],
  )

  return { daily_mail_schedules, daily_mails }
}
