import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Bound, type HandrailOptions, operations } from '../src/index.ts'
import { type Engine, type Instance, openInstance, publishedGuide } from './instance.ts'
import { type MailServer, startMailServer } from './servers/mail-server.ts'

const { createContact, createEnrollment } = operations

export const FROM = 'Handrail <no-reply@handrail.example>'

/** An instance with its own mail server. */
export interface Mailing extends Instance {
  server: MailServer
}

export async function openMailing(engine: Engine, options: Partial<HandrailOptions> = {}): Promise<Mailing> {
  const server = await startMailServer()
  const instance = await openInstance(engine, { mail: { url: server.url, from: FROM }, ...options })
  return {
    ...instance,
    server,
    async close() {
      await instance.close()
      await server.close()
    },
  }
}

let people = 0

interface Enrolling {
  guide_id?: string
  send_invitation?: boolean
  expires_at?: string
}

/** A new contact, enrolled in a guide. */
export async function enroll(
  bound: Bound,
  { guide_id, ...enrollment }: Enrolling = {},
  contact: Partial<z.input<typeof createContact.input>> = {},
) {
  const person = { email: `person${++people}@example.com`, first_name: 'Pia', last_name: 'Roth', ...contact }
  const { data } = await bound.invoke(createContact, person)
  const guide = guide_id ?? (await publishedGuide(bound)).id
  const enrolled = await bound.invoke(createEnrollment, { contact_id: data.id, guide_id: guide, ...enrollment })
  return { ...enrolled.data, contact: data }
}

/** Like `enroll`, with a name that releases before the rule on visible characters accepted. */
export async function enrollNamed(
  instance: Instance,
  name: { first_name: string; last_name?: string },
  enrolling: { guide_id: string },
) {
  const { data } = await instance.acme.invoke(createContact, {
    email: `person${++people}@example.com`,
    first_name: 'Pia',
  })
  await instance.handrail.database.write(async ({ db, tables: { contacts } }) => {
    await db.update(contacts).set(name).where(eq(contacts.id, data.id))
  })
  const given = { contact_id: data.id, ...enrolling, send_invitation: true }
  return (await instance.acme.invoke(createEnrollment, given)).data
}
