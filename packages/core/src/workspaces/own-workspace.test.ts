import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngOf } from '../../../../test/png.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { findMailLogo } from '../emails/compose/brand.ts'
import { operations } from '../index.ts'

const { createUser, getLogo, getWorkspace, listAuditEntries, removeLogo, setLogo, updateWorkspace } = operations

const PNG = Buffer.concat([pngOf(200, 100), Buffer.from('<script>alert(1)</script>')]).toString('base64')
const MOVING_WEBP = (
  await sharp([pngOf(2000, 50, 0), pngOf(2000, 50, 255)], { join: { animated: true } })
    .webp()
    .toBuffer()
).toString('base64')
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

  test('defaults to the brand of Handrail, and changes are recorded in the audit log', async () => {
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
    expect(await shown()).toEqual({ ...data, is_only: false })
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
  ])('rejects %j', async (changes, field, problem) => {
    await expect(instance.acme.invoke(updateWorkspace, changes)).rejects.toMatchObject({
      errors: { [field]: [problem] },
    })
  })

  test('has a logo whose address depends on its content', async () => {
    const { data } = await instance.acme.invoke(setLogo, { content: PNG })
    expect(data.logo_url).toMatch(/^https:\/\/handrail\.example\/brand\/[\w-]{36}\/[0-9a-f]{32}\.png$/)
    const { media_type, content } = await image(data.logo_url ?? '')
    expect([media_type, Buffer.from(content, 'base64').includes('script')]).toEqual(['image/png', false])
    const webp = await sharp(pngOf(2000, 50))
      .webp()
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .toBuffer()
    const { data: next } = await instance.acme.invoke(setLogo, { content: webp.toString('base64') })
    const shown = await image(next.logo_url ?? '')
    expect(shown.media_type).toBe('image/webp')
    const { width, exif } = await sharp(Buffer.from(shown.content, 'base64')).metadata()
    expect([width, exif]).toEqual([1024, undefined])
    await expect(image(data.logo_url ?? '')).rejects.toMatchObject({ code: 'not_found' })
    expect((await instance.acme.invoke(removeLogo, {})).data.logo_url).toBeNull()
    await expect(image(next.logo_url ?? '')).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each([
    ['a PNG', PNG, { width: 160, height: 80 }],
    ['a WebP that moves', MOVING_WEBP, { width: 640, height: 16 }],
    [
      'an SVG',
      base64('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 0h8v4"/></svg>'),
      { width: 160, height: 80 },
    ],
  ])('has a logo of %s in mail too, as a PNG', async (_, content, size) => {
    await instance.acme.invoke(setLogo, { content })
    const { workspace_id } = instance.acme.context.caller
    const logo = await instance.handrail.database.read((reader) => findMailLogo(reader, workspace_id))
    expect(await sharp(logo?.content).metadata()).toMatchObject({ format: 'png', ...size })
  })

  test('has no logo in mail if the SVG cannot be converted', async () => {
    const content = base64(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9000000" height="9000000"><path d="M0 0"/></svg>',
    )
    expect((await instance.acme.invoke(setLogo, { content })).data.logo_url).toMatch(/\.svg$/)
    const { workspace_id } = instance.acme.context.caller
    expect(await instance.handrail.database.read((reader) => findMailLogo(reader, workspace_id))).toBeUndefined()
  })

  test.each([
    ['PNG that is cut off', pngOf(200, 100).subarray(0, 60).toString('base64')],
    ['WebP that is none', base64('RIFF....WEBPVP8 ')],
    ['PNG of 64 million pixels', pngOf(8000, 8000).toString('base64')],
  ])('rejects %s as a logo in the same way', async (_, content) => {
    const problem = /cannot be read|not an image that can be read|million pixels/
    await expect(instance.acme.invoke(setLogo, { content })).rejects.toMatchObject({ errors: { content: [problem] } })
  })

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page with an image in it', '<p><svg></svg></p>'],
    ['nothing at all', ' '],
  ])('rejects %s as a logo', async (_, content) => {
    await expect(instance.acme.invoke(setLogo, { content: base64(content) })).rejects.toMatchObject({
      errors: { content: ['is not a PNG, WebP or SVG image'] },
    })
  })

  test('keeps the shapes of an SVG, without scripts and external references', async () => {
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
