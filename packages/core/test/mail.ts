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
