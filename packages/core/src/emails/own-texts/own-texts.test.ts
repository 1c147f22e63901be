import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../test/connected.ts'
import { ENGINES, publishedGuide } from '../../../test/instance.ts'
import { enroll, enrollNamed, type Mailing, openMailing } from '../../../test/mail.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { WORKSPACE_TABLES } from '../../exports/content/archived.ts'
import { walkTable } from '../../exports/content/walk-table.ts'
import { operations } from '../../index.ts'
import { MAIL_TEXT_KINDS, type MailTextKind } from '../contract.ts'
import { filled, placeholdersOf, unknownPlaceholders } from './placeholders.ts'
import { standardText } from './standard.ts'

const {
  completeStep,
  getGuide,
  listAuditEntries,
  listMailTexts,
  previewMailText,
  resetMailText,
  sendReminder,
  sendTestMailText,
  setMailText,
  updateEnrollment,
  updateWorkspace,
} = operations

test('every standard text has known placeholders only, and renders as the catalogue does', () => {
  for (const kind of MAIL_TEXT_KINDS)
    for (const language of LANGUAGES) {
      const { subject, body } = standardText(kind, language)
      expect(unknownPlaceholders(subject, placeholdersOf(kind, 'subject')), `${kind} ${language}`).toEqual([])
      expect(unknownPlaceholders(body, placeholdersOf(kind, 'body')), `${kind} ${language}`).toEqual([])
      expect(`${subject} ${body}`).toMatch(/\{guide_title\}/)
    }
})

test('placeholders are filled in one pass', () => {
  expect(filled('{contact_name}: {link}', { contact_name: '{link}', link: 'https://a.example' })).toBe(
    '{link}: https://a.example',
  )
  expect(filled('until {expires_on}', { expires_on: undefined })).toBeUndefined()
  expect(unknownPlaceholders('{a} {contact_name} { link } {} {', ['contact_name'])).toEqual(['a', ' link '])
})

describe.each(ENGINES)('own texts of mail, on %s', (engine) => {
  let instance: Mailing
  let guide_id: string
  beforeEach(async () => {
    instance = await openMailing(engine)
    guide_id = (await publishedGuide(instance.acme)).id
  })
  afterEach(() => instance.close())

  const arrived = (count: number) => expect.poll(() => instance.server.arrived.length).toBe(count)
  const write = (kind: MailTextKind, subject: string, body: string, language: (typeof LANGUAGES)[number] = 'en') =>
    instance.acme.invoke(setMailText, { kind, language, subject, body })
  const BODY = 'Dear {contact_name},\n\nOpen {guide_title}:\n{link}\n\nUntil {expires_on}.\n\n{steps}'

  test('replace subject and text of invitations in their language; button, small print and unsubscribing stay', async () => {
    await write('invitation', '{workspace_name}: {guide_title}', BODY)
    const { url } = await enroll(instance.acme, { guide_id, send_invitation: true })
    await arrived(1)
    const [mail] = instance.server.arrived
    expect(mail?.subject).toBe('Acme: Getting started')
    expect(mail?.text).toMatch(/^Dear Pia Roth,\n\nOpen Getting started:\nhttps:/)
    expect(mail?.text).toContain('It has 3 steps')
    expect(mail?.text, 'a paragraph without a value').not.toContain('Until')
    expect(mail?.text).toContain(`Open the guide:\n${url}`)
    expect(mail?.text).toContain('Stop reminders:')
    expect(mail?.html).toContain('<h1')
    expect(mail?.html).toMatch(new RegExp(`Open Getting started:<br><a href="${url}"[^>]*>${url}</a>`))
    expect(mail?.headers.map(({ key }) => key)).toContain('list-unsubscribe')
    const expires_at = '2026-12-24T12:00:00.000Z'
    await enroll(instance.acme, { guide_id, send_invitation: true, expires_at })
    await arrived(2)
    expect(instance.server.arrived[1]?.text).toContain('Until December 24, 2026.')
    await enroll(instance.acme, { guide_id, send_invitation: true }, { language: 'de' })
    await arrived(3)
    expect(instance.server.arrived[2]?.subject).toBe('Acme hat einen Leitfaden für Sie: Getting started')
    expect((await instance.other.invoke(listMailTexts, {})).data.some(({ is_own }) => is_own)).toBe(false)
  })

  test('apply to reminders by their cause, and to the completion notice of the team', async () => {
    await write('reminder_not_started', 'Begin {guide_title}', 'Hello {contact_first_name},\n\nPlease begin.')
    await write('reminder_stalled', 'Go on with {guide_title}', 'Hello,\n\n{progress}')
    await write('completion', 'Done: {contact_name}', 'Hi {member_name},\n\n{contact_name} is through.\n\n{link}')
    const assignee = await newMember(instance.acme)
    const first = await enroll(instance.acme, { guide_id })
    await instance.acme.invoke(updateEnrollment, { id: first.id, assignee_id: assignee.id })
    await instance.acme.invoke(sendReminder, { id: first.id })
    await arrived(1)
    expect(instance.server.arrived[0]).toMatchObject({
      subject: 'Begin Getting started',
      text: expect.stringContaining('Hello Pia,\n\nPlease begin.'),
    })
    const { data: guide } = await instance.acme.invoke(getGuide, { id: guide_id })
    const steps = guide.sections.flatMap((section) => section.steps)
    const second = await enroll(instance.acme, { guide_id })
    await instance.acme.invoke(completeStep, { id: second.id, step_id: steps[0]?.id ?? '' })
    await instance.acme.invoke(sendReminder, { id: second.id })
    await arrived(2)
    expect(instance.server.arrived[1]?.text).toMatch(/^Hello,\n\nYou have done 1 of 3 steps/)
    for (const { id } of steps) await instance.acme.invoke(completeStep, { id: first.id, step_id: id })
    await arrived(3)
    expect(instance.server.arrived[2]).toMatchObject({ subject: 'Done: Pia Roth', recipients: [assignee.email] })
    expect(instance.server.arrived[2]?.text).toMatch(
      new RegExp(`^Hi Ada,\n\nPia Roth is through.\n\nhttps://handrail.example/w/[^ ]*${first.id}`),
    )
  })

  test('markup, header lines, directions and placeholders in values stay text', async () => {
    await write(
      'invitation',
      '{contact_name} {guide_title}',
      'Hi {contact_name}\n\n<a href="https://evil.example">{guide_title}</a> [x](javascript:alert(1))\n\n<script>1</script>',
    )
    const evil = {
      first_name: '{link}\r\nBcc: eve@example.com <img src=x>',
      last_name: '\u202Egnp',
    }
    await enrollNamed(instance, evil, { guide_id })
    await arrived(1)
    const [mail] = instance.server.arrived
    expect(mail?.recipients).toHaveLength(1)
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.subject).toBe('{link} Bcc: eve@example.com <img src=x> gnp Getting started')
    expect(mail?.html).not.toMatch(/<script|<img src=x|href="https:\/\/evil|href="javascript/)
    expect(mail?.html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;Getting started&lt;/a&gt;')
    for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toMatch(/\u202E/)
  })

  test.each([
    [{ subject: 'Hi {first_name}' }, 'subject', /no placeholder \{first_name\}. There are \{contact_name\}/],
    [{ subject: 'Hi {link}' }, 'subject', /no placeholder \{link\}/],
    [{ body: 'Hi {contact_name}, {conatct_name}' }, 'body', /no placeholder \{conatct_name\}/],
    [{ body: '{member_name}' }, 'body', /no placeholder \{member_name\}/],
    [{ body: '{constructor}' }, 'body', /no placeholder \{constructor\}/],
    [{ subject: 'One\nTwo' }, 'subject', /on one line/],
    [{ subject: 's'.repeat(201) }, 'subject', /too long/],
    [{ body: 'b'.repeat(5001) }, 'body', /too long/],
    [{ subject: ' ' }, 'subject', /blank/],
    [{ body: '' }, 'body', /blank/],
  ])('%o is refused, in a preview too', async (change, field, problem) => {
    const given = { kind: 'invitation' as const, language: 'en' as const, subject: 'Hi', body: 'Text', ...change }
    const { acme } = instance
    for (const attempt of [acme.invoke(setMailText, given), acme.invoke(previewMailText, given)])
      await expect(attempt).rejects.toMatchObject({
        errors: { [field]: [expect.stringMatching(problem)] },
      })
  })

  test('a preview is what the recipient would see, a test is sent to oneself, and a reset returns to the standard', async () => {
    await instance.acme.invoke(updateWorkspace, { sender_name: 'Acme & Sons', colour: '#7a1fa2' })
    const key = { kind: 'reminder_expiring' as const, language: 'de' as const }
    const { data: standard } = await instance.acme.invoke(previewMailText, key)
    expect(standard.subject).toContain('Getting started')
    expect(standard.html).toContain('#7a1fa2')
    expect(standard.text).toContain('Hallo Maya,')
    const given = { ...key, subject: 'Schnell: {guide_title}', body: 'Liebe {contact_first_name},\n\n{progress}' }
    const { data: shown } = await instance.acme.invoke(previewMailText, given)
    expect(shown.text).toMatch(/^Liebe Maya,\n\n.*3 .* 8 /)
    expect((await instance.acme.invoke(listMailTexts, { language: 'de' })).data.some(({ is_own }) => is_own)).toBe(
      false,
    )

    const { workspace_id } = instance.acme.context.caller
    const admin = await newMember(instance.acme)
    const bound = await instance.handrail.asMember(workspace_id, admin.id)
    await bound.invoke(sendTestMailText, given)
    await arrived(1)
    expect(instance.server.arrived[0]).toMatchObject({ subject: 'Schnell: Getting started', recipients: [admin.email] })
    expect(instance.server.arrived[0]?.text?.trimEnd()).toBe(shown.text.trimEnd())
    for (let more = 0; more < 4; more++) await bound.invoke(sendTestMailText, given)
    await expect(bound.invoke(sendTestMailText, given)).rejects.toMatchObject({ code: 'rate_limited' })

    await bound.invoke(setMailText, given)
    const [, , , own] = (await bound.invoke(listMailTexts, { language: 'de' })).data
    expect(own).toMatchObject({ kind: 'reminder_expiring', is_own: true, subject: given.subject, body: given.body })
    const { data: back } = await bound.invoke(resetMailText, key)
    expect(back).toMatchObject({ is_own: false, ...standardText(key.kind, key.language) })
    await bound.invoke(setMailText, given)
    // A text that equals the standard is none of its own, so it follows later releases.
    expect((await bound.invoke(setMailText, { ...key, ...standardText(key.kind, key.language) })).data.is_own).toBe(
      false,
    )
    const actions = (await instance.acme.invoke(listAuditEntries, {})).data.map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith('mail_text'))).toEqual([
      'mail_text.reset',
      'mail_text.changed',
      'mail_text.reset',
      'mail_text.changed',
    ])
    const editor = await instance.handrail.asMember(workspace_id, (await newMember(instance.acme, 'editor')).id)
    expect((await editor.invoke(listMailTexts, {})).data).toHaveLength(MAIL_TEXT_KINDS.length * LANGUAGES.length)
    for (const attempt of [
      editor.invoke(setMailText, given),
      editor.invoke(sendTestMailText, given),
      editor.invoke(resetMailText, key),
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('are in the archive of their workspace, and of no other', async () => {
    await write('invitation', 'Ours: {guide_title}', 'Hello')
    const archived = async ({ context }: typeof instance.acme) => {
      const table = WORKSPACE_TABLES.find(({ name }) => name === 'mail_texts')
      const rows: object[] = []
      for await (const some of walkTable(context, table ?? { name: 'canaries' })) rows.push(...some)
      return rows
    }
    expect(await archived(instance.acme)).toMatchObject([{ kind: 'invitation', subject: 'Ours: {guide_title}' }])
    expect(await archived(instance.other)).toEqual([])
  })
})
