import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf } from '../../test/instance.ts'
import { correspondence, mailTo, messagesOf, openReplying, type Replying } from '../../test/replies.ts'
import { operations } from '../index.ts'

const { getEnrollment, listAttention, listEmails, resendEmail } = operations

interface Report {
  action?: string
  status?: string
  diagnostic?: string
}

/** A report as mail servers send it (RFC 3464). */
function reportOf(address: string, { action = 'failed', status = '5.1.1', diagnostic = '' }: Report = {}): string {
  return `From: Mail Delivery System <MAILER-DAEMON@mx.example.com>
To: ${address}
Auto-Submitted: auto-replied
Subject: Undelivered Mail Returned to Sender
Message-ID: <${Math.random()}@mx.example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Your mail could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
Arrival-Date: Fri, 20 Nov 2026 12:00:00 +0000

Final-Recipient: rfc822; pia@example.com
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${diagnostic}

--b
Content-Type: message/rfc822

Subject: Acme has a guide for you

Hello
--b--
`.replaceAll('\n', '\r\n')
}

describe.each(ENGINES)('reports of mail that did not arrive on %s', (engine) => {
  let instance: Replying
  beforeAll(async () => {
    instance = await openReplying(engine)
  })
  afterAll(() => instance.close())

  const report = (address: string, details?: Report) =>
    instance.deliver({ raw: reportOf(address, details), envelope: { from: '', to: address } })
  const invitationOf = async (enrollment_id: string) => {
    const { data } = await instance.acme.invoke(listEmails, { enrollment_id, kind: 'invitation' })
    return data[0]
  }
  /** An enrollment, and the sender of the envelope of its invitation. */
  async function invited() {
    const found = await correspondence(instance)
    return { ...found, envelope: instance.server.senders.at(-1) ?? '' }
  }
  const waitsForSent = (id: string) => expect.poll(async () => (await invitationOf(id))?.status).toBe('sent')
  const DIAGNOSTIC = '550 5.1.1 <pia@example.com>: No such user\n here'

  test('a mail that comes back is a problem of the enrollment, and is reported to the team, once', async () => {
    const { id, member, envelope } = await invited()
    await waitsForSent(id)
    expect(await report(envelope, { diagnostic: DIAGNOSTIC })).toMatch(/^250 /)
    expect(await report(envelope, { diagnostic: DIAGNOSTIC })).toMatch(/^250 /)
    const error = 'The mail was returned: 550 5.1.1 <pia@example.com>: No such user here'
    expect(await invitationOf(id)).toMatchObject({ status: 'failed', error })
    expect((await instance.acme.invoke(getEnrollment, { id })).data.email_problem).toMatchObject({ error })
    const { data } = await instance.acme.invoke(listAttention, { kind: 'email_problem' })
    expect(data).toMatchObject([{ kind: 'email_problem', id }])
    const failures = (await eventsOf(instance, instance.acme)).filter(({ type }) => type === 'email.failed')
    expect(failures.map((event) => event.data.email)).toMatchObject([{ kind: 'invitation', error }])
    expect((await mailTo(instance, member.email)).subject).toContain('did not arrive')
    expect(await messagesOf(instance, id)).toEqual([])
    await instance.acme.invoke(resendEmail, { id: (await invitationOf(id))?.id ?? '' })
    await waitsForSent(id)
    expect((await instance.acme.invoke(getEnrollment, { id })).data.email_problem).toBeNull()
  })

  test.each<[string, Report]>([
    ['of a delay', { action: 'delayed', status: '4.4.1' }],
    ['of a temporary failure', { action: 'failed', status: '4.2.2', diagnostic: '452 Mailbox full' }],
    ['of a delivery', { action: 'delivered', status: '2.0.0' }],
  ])('a report %s changes nothing', async (_, details) => {
    const { id, envelope } = await invited()
    await waitsForSent(id)
    expect(await report(envelope, details)).toMatch(/^250 /)
    expect(await invitationOf(id)).toMatchObject({ status: 'sent', error: null })
  })

  test('a report about no mail of the enrollment, and an automatic reply to the envelope, change nothing', async () => {
    const { id, envelope, invited: mail } = await invited()
    await waitsForSent(id)
    const [name = '', domain = ''] = envelope.split('@')
    const other = `${name.slice(0, -13)}${'a'.repeat(13)}@${domain}`
    for (const address of [other, mail.replyTo]) expect(await report(address)).toMatch(/^250 /)
    const away = { from: 'pia@example.com', to: envelope, text: 'On holiday', envelope: { from: '', to: envelope } }
    expect(await instance.deliver(away)).toMatch(/^250 /)
    expect(await invitationOf(id)).toMatchObject({ status: 'sent', error: null })
    expect(await messagesOf(instance, id)).toEqual([])
  })
})
