import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../test/instance.ts'
import { correspondence, mailTo, messagesOf, openReplying, type Replying } from '../../test/replies.ts'
import { operations } from '../index.ts'
import { storedKib } from '../workspaces/quotas/storage.ts'

const { deleteContact, downloadFile, listOwnMessages, setLogo } = operations

/** A picture of one point. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe.each(ENGINES)('attachments of replies on %s', (engine) => {
  let instance: Replying
  afterEach(() => instance.close())

  const stored = () =>
    instance.handrail.database.read((reader) => storedKib(reader, instance.acme.context.caller.workspace_id))
  async function contentOf(url: string | null) {
    const token = url?.split('/').at(-1) ?? ''
    const { data } = await instance.handrail.asVisitor('192.0.2.1').invoke(downloadFile, { token })
    return { ...data, content: (await buffer(data.content)).toString() }
  }

  test('both sides open the files of the other, whose type is that of their content', async () => {
    instance = await openReplying(engine)
    const { id, email, member, invited, contact, access_token } = await correspondence(instance)
    const before = await stored()
    const attachments = [
      { filename: '../\u202Econtract.pdf', content: '%PDF-1.7 contract', contentType: 'text/html' },
      { filename: 'notes.txt', content: 'Notes' },
    ]
    await instance.deliver({ from: email, to: invited.replyTo, text: 'See the contract', attachments })
    const [message] = await messagesOf(instance, id)
    expect(message).toMatchObject({
      body: 'See the contract',
      files: [
        { name: 'contract.pdf', media_type: 'application/pdf', bytes: 17, problem: null },
        { name: 'notes.txt', media_type: 'text/plain', problem: null },
      ],
    })
    const url = message?.files[0]?.download_url ?? ''
    expect(await contentOf(url)).toMatchObject({ name: 'contract.pdf', content: '%PDF-1.7 contract' })
    expect(await stored()).toBe(before + 2)
    const asked = await mailTo(instance, member.email)
    expect(asked.text).toContain('Attachments: contract.pdf, notes.txt')
    const form = [{ filename: 'form.txt', content: 'Form' }]
    await instance.deliver({ from: member.email, to: asked.replyTo, text: 'Use this form', attachments: form })
    expect((await mailTo(instance, email, 2)).text).toContain('Attachments: form.txt')
    const own = (await (await instance.handrail.asContact(access_token)).invoke(listOwnMessages, {})).data
    expect(await contentOf(own.at(-1)?.files[0]?.download_url ?? '')).toMatchObject({ content: 'Form' })
    await instance.acme.invoke(deleteContact, { id: contact.id })
    await expect(contentOf(url)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a file that cannot be kept is named with the reason, and the message is kept', async () => {
    const plan = { entitlements: ['file-uploads' as const], limits: { storage_megabytes: 1 } }
    instance = await openReplying(engine, { plans: { small: plan, none: { ...plan, entitlements: [] } } })
    const { id, email, invited } = await correspondence(instance)
    const { workspace_id } = instance.acme.context.caller
    const onPlan = (name: string) =>
      instance.handrail.database.write(async ({ db, tables: { workspaces } }) => {
        await db.update(workspaces).set({ plan: name })
      })
    const file = (bytes: number, number = 0) => ({ filename: `file${number}.bin`, content: Buffer.alloc(bytes, 7) })
    const send = async (attachments: ReturnType<typeof file>[]) => {
      const mail = { from: email, to: invited.replyTo, text: 'See the file', attachments }
      expect(await instance.deliver(mail)).toMatch(/^250 /)
      const [message] = await messagesOf(instance, id)
      expect(message).toMatchObject({ body: 'See the file' })
      return message?.files.map(({ problem }) => problem)
    }
    expect(workspace_id).not.toBe('')
    expect(await send(Array.from({ length: 22 }, (_, number) => file(10, number)))).toEqual([
      ...Array(20).fill(null),
      'too_many',
      'too_many',
    ])
    await onPlan('small')
    expect(await send([file(600_000), file(600_000, 1), file(0, 2)])).toEqual([null, 'no_storage', 'empty'])
    await onPlan('none')
    expect(await send([file(10)])).toEqual(['not_in_plan'])
  })

  test('a mail without text has its files, one with neither is refused, and a long text is kept as a file', async () => {
    instance = await openReplying(engine)
    const { id, email, invited } = await correspondence(instance)
    const mail = { from: email, to: invited.replyTo }
    expect(await instance.deliver({ ...mail, text: ' ' })).toMatch(/^550 .*The mail is empty/)
    await instance.deliver({ ...mail, attachments: [{ filename: 'a.txt', content: 'A' }] })
    expect(await messagesOf(instance, id)).toMatchObject([{ body: '', files: [{ name: 'a.txt' }] }])
    const text = `${'word '.repeat(1500)}end`
    await instance.deliver({ ...mail, text })
    const [{ body = '', files = [] } = {}] = await messagesOf(instance, id)
    expect([body.length, body.endsWith('[…]')]).toEqual([5000, true])
    expect((await contentOf(files[0]?.download_url ?? '')).content).toBe(text)
  })

  test('the logo that mail clients send back with the quote is no attachment', async () => {
    instance = await openReplying(engine)
    await instance.acme.invoke(setLogo, { content: PIXEL })
    const { id, email, invited } = await correspondence(instance)
    const logo = invited.attachments?.[0]?.content
    const attachments = [{ filename: 'image001.png', content: Buffer.from(logo as ArrayBuffer), cid: 'logo' }]
    await instance.deliver({ from: email, to: invited.replyTo, html: '<p>Hi</p><img src="cid:logo">', attachments })
    expect(await messagesOf(instance, id)).toMatchObject([{ body: 'Hi', files: [] }])
  })
})
