import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngOf } from '../../../../test/png.ts'
import { ENGINES, type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'

const { createContact, createEnrollment, createGuide, publishGuide, removeOwnFile, uploadFile, uploadMedia } =
  operations

const HTML = '<!doctype html><script>alert(1)</script>'
const PNG = pngOf(1, 1)
const WEBM = readFileSync(new URL('../../../../test/fixtures/moving.webm', import.meta.url))

describe.each(ENGINES)('downloads on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  async function sent(name: string, content: string) {
    const owner = await instance.handrail.asSystem(instance.acme.id)
    const steps = [{ title: 'Send it', type: 'file_upload' as const }]
    const { data: guide } = await owner.invoke(createGuide, { title: 'Files', sections: [{ title: 'One', steps }] })
    await owner.invoke(publishGuide, { id: guide.id })
    const email = `${guide.id}@example.com`
    const { data: contact } = await owner.invoke(createContact, { email, first_name: 'Pia' })
    const ids = { contact_id: contact.id, guide_id: guide.id }
    const { data: enrollment } = await owner.invoke(createEnrollment, ids)
    const me = await instance.handrail.asContact(enrollment.access_token)
    const step_id = guide.sections[0]?.steps[0]?.id ?? ''
    const upload = { step_id, name, content: Readable.from([Buffer.from(content)]) }
    const { data: file } = await me.invoke(uploadFile, upload)
    return { id: enrollment.id, file, me }
  }
  const pathOf = (url: string) => url.slice(PUBLIC_URL.length)
  const open = (path: string) => instance.call({ path, token: null, headers: { host: new URL(PUBLIC_URL).host } })

  test('a file is an attachment that browsers do not execute, for anyone with its address', async () => {
    const { id } = await sent('Übersicht "neu".html', HTML)
    const { body } = await instance.call({ path: `/api/v1/enrollments/${id}` })
    const { status, text, headers } = await open(pathOf(body.data.files[0].download_url))
    expect([status, text]).toEqual([200, HTML])
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': expect.stringMatching(/^attachment; .*filename\*=UTF-8''%C3%9Cbersicht%20_neu_\.html/),
      'content-length': String(HTML.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'; sandbox/),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    const listed = await instance.call({ path: `/api/v1/enrollments/${id}/files` })
    expect(listed.body.data[0].download_url).toMatch(`${PUBLIC_URL}/files/`)
    expect(instance.logged.join('')).not.toContain('/files/0')
  })

  test('an address that is guessed, has another signature, or names a deleted file is not found', async () => {
    const { id, file, me } = await sent('a.txt', 'A')
    const { body } = await instance.call({ path: `/api/v1/enrollments/${id}` })
    const path = pathOf(body.data.files[0].download_url)
    for (const wrong of [`${path}x`, path.slice(0, -1), `/files/${file.id}`, '/files/..%2f..%2fhandrail.db'])
      expect((await open(wrong)).status).toBe(404)
    await me.invoke(removeOwnFile, { id: file.id })
    expect((await open(path)).status).toBe(404)
  })

  test('a video is sent in the requested ranges, and browsers do not execute it', async () => {
    const owner = await instance.handrail.asSystem(instance.acme.id)
    const { data } = await owner.invoke(uploadMedia, { name: 'tour.webm', content: Readable.from([WEBM]) })
    const path = pathOf(data.url)
    const headers = { host: new URL(PUBLIC_URL).host, range: 'bytes=10-19' }
    const part = await instance.call({ path, token: null, headers })
    expect(part.status).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': `bytes 10-19/${WEBM.length}`,
      'content-length': '10',
      'content-type': 'video/webm',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'; sandbox/),
    })
    const whole = await open(path)
    expect([whole.status, whole.headers['content-length'], whole.headers['accept-ranges']]).toEqual([
      200,
      String(WEBM.length),
      'bytes',
    ])
  })

  test('an image of a guide is shown inline, under an address that never changes its content', async () => {
    const owner = await instance.handrail.asSystem(instance.acme.id)
    const { data } = await owner.invoke(uploadMedia, { name: 'dot.png', content: Readable.from([PNG]) })
    const { status, headers } = await open(pathOf(data.url))
    expect([status, headers['content-type'], headers['cache-control'], headers['content-disposition']]).toEqual([
      200,
      'image/png',
      'public, max-age=31536000, immutable',
      undefined,
    ])
    for (const wrong of [data.url.replace('.png', '.svg'), data.url.replace('.png', ''), `${PUBLIC_URL}/media/x.png`])
      expect((await open(pathOf(wrong))).status).toBe(404)
  })
})
