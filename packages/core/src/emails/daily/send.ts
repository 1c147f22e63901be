import type { Context } from '../../context.ts'
import { deadline, inTimedSteps } from '../../enrollments/plan/renewal/timed-steps.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { mailMember } from './members/mail-member.ts'
import { type DueMember, dueMembers } from './members/store.ts'
import { mailContact } from './participants/mail-contact.ts'
import { type DueContact, dueContacts } from './store.ts'

const BATCH = 200

/**
 * Looks at the contacts and members of all workspaces whose time has come, and queues their mail, in transactions of milliseconds. Each
 * look is one transaction, so that of several processes one sends a mail, and one that is killed has sent all of it or nothing.
 */
export async function sendDailyMails(context: Context, now: string): Promise<void> {
  const until = deadline()
  await eachDue<DueContact>(context, until, {
    next: (reader, after) => dueContacts(reader, now, after, BATCH),
    look: (tx, contact) => mailContact(tx, context, contact),
  })
  await eachDue<DueMember>(context, until, {
    next: (reader, after) => dueMembers(reader, now, after, BATCH),
    look: (tx, member) => mailMember(tx, context, member),
  })
}

interface Looking<T> {
  next(reader: Reader, after: T | undefined): Promise<T[]>
  look(tx: Tx, one: T): Promise<void>
}

async function eachDue<T>({ store }: Context, until: number, { next, look }: Looking<T>): Promise<void> {
  for (let after: T | undefined; ; ) {
    const from = after
    const due = await store.read((reader) => next(reader, from))
    if (!(await inTimedSteps(store, due, until, look))) return
    if (due.length < BATCH) return
    after = due.at(-1)
  }
}
