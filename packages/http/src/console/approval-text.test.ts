import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsing, openBrowsing } from '../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'

const { createContact, createEnrollment, createGuide, createUser, giveApproval, listApprovals, publishGuide } =
  operations

const PASSWORD = 'correct horse battery'
const TEXT = [
  'We build **3 dashboards**. <script>alert(1)</script>',
  '',
  '| What | When |',
  '| --- | --- |',
  '| Data | [Later](https://example.com/x) |',
  '',
  '[Never](javascript:alert(1)) ![Elsewhere](https://example.com/pixel.png)',
].join('\n')

describe.each(ENGINES)('the approved text on %s', (engine) => {
  let instance: Instance
  let folder: string
  let member: Browsing
  let path: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-console-'))
    writeFileSync(join(folder, 'index.html'), '')
    instance = await openInstance(engine, { consoleFolder: folder })
    const system = await instance.handrail.asSystem(instance.acme.id)
    const input = { email: 'viewer@example.com', name: 'Vic', role: 'viewer' as const, password: PASSWORD }
    await system.invoke(createUser, input)
    member = openBrowsing(instance.app)
    await member.visit('/sign-in', { form: { email: input.email, password: PASSWORD, return_to: '/' } })
    const steps = [{ title: 'Scope', type: 'approval' as const, content: { markdown: TEXT } }]
    const { data: guide } = await system.invoke(createGuide, { title: 'Go live', sections: [{ title: 'One', steps }] })
    await system.invoke(publishGuide, { id: guide.id })
    const { data: contact } = await system.invoke(createContact, { email: 'pia@example.com', first_name: 'Pia' })
    const { data: enrollment } = await system.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    const me = await instance.handrail.asContact(enrollment.access_token)
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    await me.invoke(giveApproval, { step_id, name: 'Pia', document_sha256: await hashOf(TEXT), address: '192.0.2.7' })
    const [approval] = (await system.invoke(listApprovals, { id: enrollment.id })).data
    path = `/console/approvals/${enrollment.id}/${approval?.id}`
  })
  afterAll(async () => {
    await instance.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = (url: string, headers: Record<string, string> = {}) =>
    instance.app.inject({
      method: 'POST',
      url,
      headers: {
        cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: PUBLIC_URL,
        'sec-fetch-site': 'same-origin',
        'handrail-workspace': instance.acme.id,
        ...headers,
      },
    })

  test('is rendered as in the player: without HTML of the text, scripts in links, or images of other sites', async () => {
    const { statusCode, body, headers } = await ask(path)
    expect(statusCode).toBe(200)
    expect(body).toContain('<strong>3 dashboards</strong>')
    expect(body).toContain('<td>Data</td>')
    expect(body).toContain('<a href="https://example.com/x" rel="noopener noreferrer" target="_blank">')
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toMatch(/<script|href="javascript|<img/)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('is for members of the workspace alone, and for pages of this site', async () => {
    expect((await ask(path, { cookie: '' })).statusCode).toBe(401)
    expect((await ask(path, { 'handrail-workspace': instance.other.id })).statusCode).toBeGreaterThanOrEqual(403)
    expect((await ask(path, { origin: 'https://example.com', 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await ask(`${path.slice(0, -4)}0000`)).statusCode).toBe(404)
  })
})

/** See `sha256Of` of approvals. */
async function hashOf(markdown: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(['Scope', markdown, []]))
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
