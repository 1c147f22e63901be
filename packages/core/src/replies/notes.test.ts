import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { correspondence, mailTo, messagesOf, openReplying, type Replying, VERIFIED } from '../../test/replies.ts'
import { EMAIL_KINDS } from '../emails/contract.ts'
import { replyTargetOf } from '../emails/replies.ts'
import { operations } from '../index.ts'

const { askQuestion, createInternalNote, listInbox, listInternalNotes } = operations

describe.each(ENGINES)('replies by mail that are for the team on %s', (engine) => {
  let instance: Replying
  afterEach(() => instance.close())

  /** An enrollment with a note that mentions its assignee, and the mail about it. */
  async function mentioned() {
    const found = await correspondence(instance)
    await instance.acme.invoke(createInternalNote, {
      id: found.id,
      body: 'They do not pay',
      mentions: [found.member.id],
    })
    wait(instance, { minutes: 3 })
    return { ...found, mention: await mailTo(instance, found.member.email) }
  }
  const notesOf = async (id: string) => (await instance.acme.invoke(listInternalNotes, { id })).data

  test('a reply to the mail about an internal note is a note, of which the customer learns nothing', async () => {
    instance = await openReplying(engine)
    const { id, email, member, mention } = await mentioned()
    expect(mention.text).toContain('A reply to this mail becomes an internal note, which only your team reads.')
    expect(mention.text).not.toContain('is sent to the customer')
    const reply = { from: member.email, to: mention.replyTo, text: 'Then stop working for them.' }
    expect(await instance.deliver({ ...reply, messageId: '<note@example.com>' })).toMatch(/^250 /)
    expect(await instance.deliver({ ...reply, messageId: '<note@example.com>' })).toMatch(/^250 /)
    expect(await notesOf(id)).toMatchObject([
      { body: 'Then stop working for them.', user_id: member.id, author_name: member.name },
      { body: 'They do not pay' },
    ])
    expect(await messagesOf(instance, id)).toEqual([])
    const mails = instance.server.arrived.filter(({ recipients }) => recipients.includes(email))
    expect(mails).toHaveLength(1)
  })

  test('the author of the note that is replied to gets the reply in the inbox', async () => {
    instance = await openReplying(engine)
    const { id, member } = await correspondence(instance)
    const other = await correspondence(instance)
    const author = await instance.handrail.asMember(instance.acme.context.caller.workspace_id, other.member.id)
    await author.invoke(createInternalNote, { id, body: 'Is it paid?', mentions: [member.id] })
    wait(instance, { minutes: 3 })
    const { replyTo: to } = await mailTo(instance, member.email)
    const attachments = [{ filename: 'bill.txt', content: 'A bill' }]
    expect(await instance.deliver({ from: member.email, to, text: 'Yes.', attachments })).toMatch(/^250 /)
    expect((await author.invoke(listInbox, {})).data).toMatchObject([
      { kind: 'mention', actor_name: member.name, text: 'Yes.\n\n[bill.txt]' },
    ])
  })

  test('a question and a note about it have an address each, and a note is not cut', async () => {
    instance = await openReplying(engine)
    const { id, member, mention, access_token } = await mentioned()
    await (await instance.handrail.asContact(access_token)).invoke(askQuestion, { body: 'Where?' })
    const asked = await mailTo(instance, member.email, 2)
    expect(asked.replyTo).not.toBe(mention.replyTo)
    const from = member.email
    expect(await instance.deliver({ from, to: mention.replyTo, text: 'x'.repeat(5001) })).toMatch(
      /^550 .*A note has at most 5000 characters/,
    )
    expect(await instance.deliver({ from, to: asked.replyTo, text: 'Here.' })).toMatch(/^250 /)
    expect(await messagesOf(instance, id)).toMatchObject([{ kind: 'answer', body: 'Here.' }, { kind: 'question' }])
    expect(await notesOf(id)).toHaveLength(1)
  })

  // A new kind of mail is decided on here: what is written to colleagues must not reach customers.
  test('mail to members is for the customer only if it tells what the customer did or asked', async () => {
    instance = await openReplying(engine)
    const { id, member } = await correspondence(instance)
    const { workspace_id } = instance.acme.context.caller
    const kinds = await instance.handrail.database.write(async (tx) => {
      const found: Record<string, string | undefined> = {}
      for (const kind of EMAIL_KINDS) {
        const mail = { kind, workspace_id, enrollment_id: id, user_id: member.id }
        found[kind] = (await replyTargetOf(tx, instance.acme.context, mail))?.kind
      }
      return found
    })
    const forCustomers = Object.keys(kinds).filter((kind) => kinds[kind] !== 'note')
    expect(forCustomers).toEqual(['question', 'link_request', 'completed', 'answers_changed'])
  })

  test('a mail from the address of a member is refused unless DMARC has passed, whatever it is a reply to', async () => {
    instance = await openReplying(engine)
    const { id, member, mention, access_token } = await mentioned()
    await (await instance.handrail.asContact(access_token)).invoke(askQuestion, { body: 'Where?' })
    const asked = await mailTo(instance, member.email, 2)
    const mailWith = (results: string[], to: string) => {
      const headers = { 'Authentication-Results': results }
      return instance.deliver({ from: member.email, to, text: 'Pay to this account', headers })
    }
    for (const results of [
      [],
      ['mx.example.com; spf=pass smtp.mailfrom=acme.example; dkim=pass header.d=acme.example'],
      ['mx.example.com; spf=pass smtp.mailfrom=acme.example; dmarc=none'],
      ['mx.example.com; dmarc=permerror'],
      ['mx.example.com; dmarc=temperror'],
      ['mx.example.com; dmarc=pass; dmarc=none'],
      ['mx.example.com; dmarc=passed'],
      ['mx.evil.example; dmarc=pass'],
      ['mx.example.com; dmarc=none', 'mx.example.com; dmarc=pass'],
    ])
      for (const to of [mention.replyTo, asked.replyTo])
        expect(await mailWith(results, to), results.join()).toMatch(
          /^550 .*Your domain does not confirm that the mail is yours/,
        )
    expect([(await messagesOf(instance, id)).length, (await notesOf(id)).length]).toEqual([1, 1])
    expect(await mailWith(['mx.example.com; dmarc=pass'], asked.replyTo)).toMatch(/^250 /)
  })

  test('where no server verifies senders, mail offers members no reply, and refuses theirs; contacts still write', async () => {
    instance = await openReplying(engine, { replies: { authserv: undefined } })
    const { id, email, member, invited } = await correspondence(instance)
    expect(await instance.deliver({ from: email, to: invited.replyTo, text: 'Where?' })).toMatch(/^250 /)
    const asked = await mailTo(instance, member.email)
    expect(asked.replyTo).toBe('')
    expect(asked.text).not.toContain('A reply to this mail')
    const envelope = instance.server.senders.at(-1) ?? ''
    expect(envelope).toMatch(/^reply\+/)
    const to = envelope.replace(/(\+.{26}).*@/, '$1@')
    expect(await instance.deliver({ from: member.email, to, text: 'Here', headers: VERIFIED })).toMatch(
      /^550 .*this instance does not verify the senders/,
    )
    expect(await messagesOf(instance, id)).toHaveLength(1)
  })
})
