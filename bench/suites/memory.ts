import { setTimeout as sleep } from 'node:timers/promises'
import { createHandrail, operations } from '@handrail/core'
import type { Note } from '../aims.ts'
import type { Databases } from '../data/databases.ts'
import { SECRET } from '../data/seed.ts'
import { load } from '../load.ts'
import { startService } from '../servers/server.ts'
import { print } from '../table.ts'

const { createContact, createEnrollment, createGuide, publishGuide } = operations

const CONTACTS = 200
const ANSWERS = 11_000
/** How long nothing is asked before what is kept is measured. */
const REST_MS = 20_000

/** Resident memory before, right after and some time after many answers to forms. */
export async function measureMemory(databases: Databases, contacts: number, note: Note): Promise<void> {
  const prepared = databases.copy(await databases.prepare(contacts))
  const { paths, step } = await invite(prepared.database, prepared.workspace_id)
  const server = await startService(prepared.database, { HANDRAIL_TRUST_PROXY: '127.0.0.1' })
  const before = server.memory()
  let number = 0
  let sent = 0
  const next = () => {
    const path = `${paths[number % paths.length]}/steps/${step}`
    const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `10.0.${++number % 250}.1` }
    return { path, body: new URLSearchParams({ colour: `red ${number}`, why: 'x'.repeat(200) }).toString(), headers }
  }
  const target = { url: server.url, token: '', seconds: 1, mayRedirect: true }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  while (sent < ANSWERS) sent += (await load(target, { method: 'POST', headers, next })).requests
  const after = server.memory()
  await sleep(REST_MS)
  const rested = server.memory()
  await server.stop()
  note('memoryKept', rested - before)
  print(`Memory (MB) and ${sent} answers to forms`, [{ before, after, 'after a rest': rested, kept: rested - before }])
}

async function invite(database: string, workspace_id: string): Promise<{ paths: string[]; step: string }> {
  const handrail = await createHandrail({ database, secret: SECRET, upkeep: false, webhooks: { deliver: false } })
  const bound = await handrail.asSystem(workspace_id)
  const fields = [
    { kind: 'text' as const, name: 'colour', label: 'Colour', required: true },
    { kind: 'text' as const, name: 'why', label: 'Why?', required: false },
  ]
  const steps = [{ title: 'Form', type: 'form' as const, content: { fields } }]
  const { data: draft } = await bound.invoke(createGuide, { title: 'Form', sections: [{ title: 'S', steps }] })
  const { data: guide } = await bound.invoke(publishGuide, { id: draft.id })
  const paths: string[] = []
  for (let number = 0; number < CONTACTS; number++) {
    const given = { email: `form-${number}@example.com`, first_name: 'F' }
    const { data: contact } = await bound.invoke(createContact, given)
    const { data } = await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    paths.push(new URL(data.url).pathname)
  }
  await handrail.close()
  return { paths, step: guide.sections[0]?.steps[0]?.id ?? '' }
}
