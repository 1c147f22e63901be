import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bound, operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browsing, openBrowsing } from '../../test/support/browsing.ts'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'

const { createGuide, createUser, getGuideDraft, updateWorkspace } = operations

const PASSWORD = 'correct horse battery'

describe.each(ENGINES)('the preview of a draft on %s', (engine) => {
  let instance: Instance
  let folder: string
  let system: Bound
  let viewer: Browsing
  let home: string
  let step: string
  let id: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-console-'))
    writeFileSync(join(folder, 'index.html'), '')
    instance = await openInstance(engine, { consoleFolder: folder })
    system = await instance.handrail.asSystem(instance.acme.id)
    const input = { email: 'viewer@example.com', name: 'Vic', role: 'viewer' as const, password: PASSWORD }
    await system.invoke(createUser, input)
    await system.invoke(updateWorkspace, { colour: '#7a1fa2', default_language: 'de' })
    viewer = openBrowsing(instance.app)
    await viewer.visit('/sign-in', { form: { email: input.email, password: PASSWORD, return_to: '/' } })
    const steps = [
      { title: 'Kept title', content: { markdown: 'Kept *text*' } },
      { title: 'Ticks', type: 'checklist' as const, content: { items: ['One'] } },
    ]
    const { data } = await system.invoke(createGuide, { title: 'Draft', sections: [{ title: 'One', steps }] })
    id = data.id
    home = `/console/preview/${instance.acme.id}/${id}/dark`
    step = data.sections[0]?.steps[0]?.id ?? ''
  })
  afterAll(async () => {
    await instance.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = (browsing: Browsing, path: string, draft: object, headers: Record<string, string> = {}) =>
    instance.app.inject({
      method: 'POST',
      url: path,
      headers: {
        cookie: [...browsing.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: PUBLIC_URL,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...headers,
      },
      payload: JSON.stringify(draft),
    })

  test('is the page of the player in the colours and language of the workspace, without effect', async () => {
    const page = await viewer.visit(`${home}/steps/${step}`)
    expect(page.statusCode).toBe(200)
    expect(page.payload).toContain('Kept <em>text</em>')
    expect(page.payload).toContain('lang="de"')
    expect(page.payload).toMatch(/\/brand\/colours\/7a1fa2-dark\.css/)
    expect(page.payload).not.toContain('<script')
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('script-src')
    expect(page.headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const [, path = ''] of page.payload.matchAll(/rel="stylesheet" href="([^"]+)"/g)) {
      const style = await viewer.visit(path)
      expect([style.statusCode, style.payload.includes('prefers-color-scheme')]).toEqual([200, false])
    }
    for (const path of ['', '/finish', '/thanks']) expect((await viewer.visit(`${home}${path}`)).statusCode).toBe(200)
    expect((await viewer.visit(`${home}/ask`)).statusCode).toBe(404)
  })

  test('renders the content of the request, and stores nothing', async () => {
    const before = await system.invoke(getGuideDraft, { id })
    const sections = [{ title: 'One', steps: [{ id: step, title: 'Typed title' }] }]
    const page = await send(viewer, `${home}/steps/${step}`, { sections })
    expect([page.statusCode, page.payload.includes('Typed title')]).toEqual([200, true])
    expect(await system.invoke(getGuideDraft, { id })).toEqual(before)
    const refused = await send(viewer, `${home}/steps/${step}`, { sections: [{ title: 7, steps: [] }] })
    expect(refused.statusCode).toBe(422)
    const content = { url: 'https://pay.example/', button_label: 'Pay <now>' }
    const named = { sections: [{ title: 'One', steps: [{ id: step, title: 'Pay', type: 'link', content }] }] }
    expect((await send(viewer, `${home}/steps/${step}`, named)).payload).toContain('>Pay &lt;now></bdi>')
    const types = ['video', 'embed', 'link'] as const
    for (const type of types) {
      const steps = [{ id: step, title: '', type, content: { url: 'javascript:alert(1)' } }]
      const unfinished = await send(viewer, `${home}/steps/${step}`, { sections: [{ title: '', steps }] })
      expect([unfinished.statusCode, unfinished.payload.includes('javascript:')], type).toEqual([200, false])
    }
  })

  test('is refused to people who are not members, and to other sites', async () => {
    const stranger = openBrowsing(instance.app)
    expect((await stranger.visit(home)).statusCode).toBe(401)
    expect((await send(stranger, home, {})).statusCode).toBe(401)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await send(viewer, home, {}, foreign)).statusCode).toBe(403)
    expect((await viewer.visit(home.replace(instance.acme.id, instance.other.id))).statusCode).toBe(404)
    expect((await viewer.visit(home.replace(id, instance.other.id))).statusCode).toBe(404)
  })
})
