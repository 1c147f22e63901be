import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { S3_KEY, type S3Server, startS3 } from '../../../../test/s3/s3-server.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'

const {
  beginUpload,
  continueUpload,
  createContact,
  createEnrollment,
  createGuide,
  downloadFile,
  getEnrollment,
  getUploadDigest,
  publishGuide,
  removeOwnFile,
  uploadFile,
} = operations

describe.each(ENGINES)('files in a bucket, on %s', (engine) => {
  let s3: S3Server
  let instance: Instance
  beforeAll(async () => {
    s3 = await startS3()
    for (const [name, value] of Object.entries(S3_KEY)) vi.stubEnv(name, value)
    instance = await openInstance(engine, { files: s3.url })
  })
  afterAll(async () => {
    await instance.close()
    await s3.close()
    vi.unstubAllEnvs()
  })

  async function enrolled() {
    const { acme, handrail } = instance
    const steps = [{ title: 'Send it', type: 'file_upload' as const }]
    const { data: guide } = await acme.invoke(createGuide, { title: 'Files', sections: [{ title: 'One', steps }] })
    await acme.invoke(publishGuide, { id: guide.id })
    const email = `${randomUUID()}@example.com`
    const { data: contact } = await acme.invoke(createContact, { email, first_name: 'Pia' })
    const ids = { contact_id: contact.id, guide_id: guide.id }
    const { data: enrollment } = await acme.invoke(createEnrollment, ids)
    const me = await handrail.asContact(enrollment.access_token)
    return { enrollment, me, step_id: guide.sections[0]?.steps[0]?.id ?? '' }
  }

  test('the digest of an unfinished upload is that of the chunks there', async () => {
    const { me, step_id } = await enrolled()
    const id = randomUUID()
    await me.invoke(beginUpload, { step_id, id, name: 'a.txt', bytes: 20 })
    const send = (offset: number, text: string) =>
      me.invoke(continueUpload, { step_id, id, offset, content: Readable.from([Buffer.from(text)]) })
    await send(0, 'Ten bytes ')
    await send(10, 'and more')
    const { data } = await me.invoke(getUploadDigest, { step_id, id, offset: 4, bytes: 9 })
    expect(data.sha256).toBe(createHash('sha256').update('bytes and').digest('hex'))
    await send(18, '!!')
  })

  test('are stored, read and deleted there; an outage rejects uploads and loses no file', async () => {
    const { acme, handrail } = instance
    const { enrollment, me, step_id } = await enrolled()
    const send = (name: string) => {
      const content = Readable.from([Buffer.from('A plan')])
      return me.invoke(uploadFile, { step_id, name, content })
    }
    const filesOf = async () => (await acme.invoke(getEnrollment, { id: enrollment.id })).data.files
    const { data: file } = await send('plan.txt')
    await send('second.txt')

    s3.answer = (request) => {
      request.socket.destroy()
      return true
    }
    await expect(send('lost.txt')).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60 })
    const [first] = await filesOf()
    const token = new URL(first?.download_url ?? '').pathname.slice('/files/'.length)
    const download = () => handrail.asVisitor('192.0.2.1').invoke(downloadFile, { token })
    await expect(download()).rejects.toMatchObject({ code: 'unavailable' })
    s3.answer = undefined
    expect((await filesOf()).map(({ name }) => name)).toEqual(['plan.txt', 'second.txt'])
    expect(Buffer.concat(await (await download()).data.content.toArray()).toString()).toBe('A plan')

    s3.asked.length = 0
    await me.invoke(removeOwnFile, { id: file.id })
    await expect.poll(() => s3.asked).toEqual([expect.stringMatching(/^DELETE /)])
    await expect(download()).rejects.toMatchObject({ code: 'not_found' })
  })
})
