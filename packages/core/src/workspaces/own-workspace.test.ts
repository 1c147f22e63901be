import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { createUser, getLogo, getWorkspace, listAuditEntries, removeLogo, setLogo, updateWorkspace } from '../index.ts'

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')]).toString('base64')
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe.each(ENGINES)('the brand of a workspace on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const shown = async () => (await instance.acme.invoke(getWorkspace, {})).data
  const image = async (url: string) => {
    const [workspace_id = '', name = ''] = url.split('/').slice(-2)
    return (await instance.handrail.asVisitor('192.0.2.1').invoke(getLogo, { workspace_id, name })).data
  }

  test('is that of Handrail until it is changed, and is noted when it is', async () => {
    const plain = { colour: null, logo_url: null, default_language: 'en', time_zone: 'UTC', sender_name: null }
    expect(await shown()).toMatchObject({ name: 'Acme', ...plain, reply_to: null })
    const brand = {
      name: 'Larkspur',
      colour: '#F4C430',
      default_language: 'de' as const,
      time_zone: 'Europe/Berlin',
      sender_name: 'Larkspur Onboarding',
      reply_to: 'Hello@Larkspur.example',
    }
    const { data } = await instance.acme.invoke(updateWorkspace, brand)
    expect(data).toMatchObject({ ...brand, colour: '#f4c430', reply_to: 'hello@larkspur.example' })
    expect(await shown()).toEqual(data)
    const { data: entries } = await instance.acme.invoke(listAuditEntries, {})
    expect(entries[0]).toMatchObject({
      action: 'workspace.changed',
      details: { changed: Object.keys(brand).join(' ') },
    })
    await instance.acme.invoke(updateWorkspace, { colour: '#f4c430' })
    expect((await instance.acme.invoke(listAuditEntries, {})).data).toHaveLength(entries.length)
    expect((await instance.other.invoke(getWorkspace, {})).data.name).toBe('Other')
  })

  test.each([
    [{ colour: 'red' }, 'colour', 'is not a colour such as #0f6b5c'],
    [{ colour: '#0f6b5c; background: url(//evil)' }, 'colour', 'is not a colour such as #0f6b5c'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'is not a time zone such as Europe/Berlin'],
    [{ time_zone: '+01:00' }, 'time_zone', 'is not a time zone such as Europe/Berlin'],
    [{ sender_name: 'A\r\nBcc: b@example.com' }, 'sender_name', 'must be on one line'],
    [{ reply_to: 'nobody' }, 'reply_to', 'is invalid'],
  ])('refuses %j', async (changes, field, problem) => {
    await expect(instance.acme.invoke(updateWorkspace, changes)).rejects.toMatchObject({
      errors: { [field]: [problem] },
    })
  })

  test('has a logo whose address is made of its content', async () => {
    const { data } = await instance.acme.invoke(setLogo, { content: PNG })
    expect(data.logo_url).toMatch(/^https:\/\/handrail\.example\/brand\/[\w-]{36}\/[0-9a-f]{32}\.png$/)
    expect(await image(data.logo_url ?? '')).toEqual({ media_type: 'image/png', content: PNG })
    const { data: next } = await instance.acme.invoke(setLogo, { content: base64('RIFF....WEBPVP8 ') })
    expect((await image(next.logo_url ?? '')).media_type).toBe('image/webp')
    await expect(image(data.logo_url ?? '')).rejects.toMatchObject({ code: 'not_found' })
    expect((await instance.acme.invoke(removeLogo, {})).data.logo_url).toBeNull()
    await expect(image(next.logo_url ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page with an image in it', '<p><svg></svg></p>'],
    ['nothing at all', ' '],
  ])('takes no %s for a logo', async (_, content) => {
    await expect(instance.acme.invoke(setLogo, { content: base64(content) })).rejects.toMatchObject({
      errors: { content: ['is not a PNG, WebP or SVG image'] },
    })
  })

  test('keeps shapes of an SVG, and nothing that runs or reaches out', async () => {
    const svg = `<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="alert(1)">
      <script>alert(1)</script><style>@import url(//evil)</style><a href="javascript:alert(1)"><path d="M0 0h8"/></a>
      <foreignObject><iframe src="//evil"/></foreignObject><image href="//evil/x.png"/><use href="#a"/>
      <linearGradient id="a" xlink:href="//evil#b"><stop offset="0" style="stop-color:#fff;behavior:url(//evil)"/></linearGradient>
      <rect width="8" height="8" fill="url(#a)" style="stroke:url(//evil)" onclick="alert(1)"/><text>&lt;script></text>
      <circle r="1" fill="&#117;rl(//evil)"/></svg>`
    const { data } = await instance.acme.invoke(setLogo, { content: base64(svg) })
    const { content } = await image(data.logo_url ?? '')
    const kept = Buffer.from(content, 'base64').toString()
    expect(kept).not.toMatch(/evil|alert|<script|on\w+=|javascript|DOCTYPE/)
    expect(kept).toContain('<rect width="8" height="8" fill="url(#a)">')
    expect(kept).toContain('<stop stop-color="#fff" offset="0">')
    expect(kept).toContain('<text>&lt;script&gt;</text>')
  })

  test('is read by members, and changed by admins', async () => {
    const as = async (role: 'viewer' | 'admin') => {
      const { data } = await instance.acme.invoke(createUser, { email: `${role}@example.com`, name: role, role })
      return instance.handrail.asMember(instance.acme.context.caller.workspace_id, data.id)
    }
    const viewer = await as('viewer')
    await viewer.invoke(getWorkspace, {})
    await expect(viewer.invoke(updateWorkspace, { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(viewer.invoke(setLogo, { content: PNG })).rejects.toMatchObject({ code: 'forbidden' })
    await (await as('admin')).invoke(updateWorkspace, { name: 'Larkspur' })
  })
})
