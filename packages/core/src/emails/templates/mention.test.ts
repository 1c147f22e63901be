import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES, publishedGuide } from '../../../test/instance.ts'
import { enroll, type Mailing, openMailing } from '../../../test/mail.ts'
import { addMember, wait } from '../../../test/people.ts'
import { operations } from '../../index.ts'

const { createInternalNote, listEmails, listInbox, markInbox } = operations

describe.each(ENGINES)('the mail about a mention on %s', (engine) => {
  let instance: Mailing
  afterEach(() => instance.close())

  test('comes two minutes later, unless the mention was read by then', async () => {
    instance = await openMailing(engine)
    const { acme, handrail, server } = instance
    const [robin, jonas] = [
      await addMember(instance, 'robin@example.com'),
      await addMember(instance, 'jonas@example.com'),
    ]
    const guide = await publishedGuide(acme)
    const { id } = await enroll(acme, { guide_id: guide.id })
    const body = 'Their firewall\nis the problem.'
    await acme.invoke(createInternalNote, { id, body, mentions: [robin.id, jonas.id] })
    const reader = await handrail.asMember(acme.context.caller.workspace_id, jonas.id)
    const [item] = (await reader.invoke(listInbox, {})).data
    await reader.invoke(markInbox, { ids: [item?.id ?? ''] })
    const statuses = async () =>
      Object.fromEntries((await acme.invoke(listEmails, {})).data.map(({ recipient, status }) => [recipient, status]))
    expect(await statuses()).toMatchObject({ 'robin@example.com': 'waiting' })
    expect(server.arrived).toEqual([])
    wait(instance, { minutes: 3 })
    await expect.poll(statuses, { interval: 10 }).toEqual({
      'robin@example.com': 'sent',
      'jonas@example.com': 'skipped',
    })
    expect(server.arrived).toHaveLength(1)
    const [mail] = server.arrived
    expect(mail?.subject).toContain('mentions you: Pia Roth')
    expect(mail?.text).toContain('> Their firewall\n> is the problem.')
    expect(mail?.text).toContain(`/enrollments/${id}?tab=notes`)
    expect(mail?.text).not.toContain('/g/')
  })
})
