import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../../test/connected.ts'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { type Bound, operations } from '../../index.ts'

const {
  createApiKey,
  createContact,
  createEnrollment,
  createInternalNote,
  deleteEnrollment,
  deleteInternalNote,
  getInternalNote,
  listInbox,
  listInternalNotes,
  updateInternalNote,
} = operations

describe.each(ENGINES)('internal notes on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  const workspace = () => acme.context.caller.workspace_id
  async function member() {
    const { id } = await newMember(acme, 'editor')
    return { id, as: await instance.handrail.asMember(workspace(), id) }
  }
  async function enrolled() {
    const guide = await publishedGuide(acme)
    const { data } = await acme.invoke(createContact, { email: `n${++people}@example.com`, first_name: 'Ingrid' })
    const enrollment = (await acme.invoke(createEnrollment, { contact_id: data.id, guide_id: guide.id })).data
    return { ...enrollment, step: guide.sections[0]?.steps[0]?.id ?? '' }
  }
  const bodiesOf = async (id: string) => (await acme.invoke(listInternalNotes, { id })).data.map(({ body }) => body)

  test('are listed newest first, with author and step, in their enrollment alone', async () => {
    const [one, other, robin] = [await enrolled(), await enrolled(), await member()]
    await acme.invoke(createInternalNote, { id: one.id, body: 'First' })
    const { data } = await robin.as.invoke(createInternalNote, { id: one.id, body: 'Second', step_id: one.step })
    expect(data).toMatchObject({ user_id: robin.id, author_name: 'Ada', step_id: one.step, mentions: [] })
    expect([await bodiesOf(one.id), await bodiesOf(other.id)]).toEqual([['Second', 'First'], []])
    await expect(acme.invoke(getInternalNote, { id: other.id, internal_note_id: data.id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(instance.other.invoke(listInternalNotes, { id: one.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('name the key with which they were written, also in the inbox of whom they mention', async () => {
    const [{ id }, robin] = [await enrolled(), await member()]
    const { data: key } = await acme.invoke(createApiKey, { name: 'Nightly', scopes: ['enrollments:write'] })
    const program = await instance.handrail.asToken(key.token)
    const { data } = await program.invoke(createInternalNote, { id, body: 'Look', mentions: [robin.id] })
    expect(data).toMatchObject({ author_name: 'Acme', written_with: 'Nightly' })
    expect((await robin.as.invoke(listInbox, {})).data).toMatchObject([{ kind: 'mention', actor_with: 'Nightly' }])
    const own = await robin.as.invoke(createInternalNote, { id, body: 'Seen' })
    expect(own.data.written_with).toBeNull()
  })

  test('refuse unknown steps, people who are no members, empty and long texts', async () => {
    const { id } = await enrolled()
    const refused = (codes: object) => expect.objectContaining({ code: 'validation_error', codes })
    const write = (fields: object) => acme.invoke(createInternalNote, { id, body: 'Note', ...fields })
    await expect(write({ step_id: id })).rejects.toEqual(refused({ step_id: 'does_not_exist' }))
    await expect(write({ mentions: [id] })).rejects.toEqual(refused({ 'mentions.0': 'does_not_exist' }))
    await expect(write({ body: ' ' })).rejects.toEqual(refused({ body: 'blank' }))
    await expect(write({ body: 'x'.repeat(5001) })).rejects.toEqual(refused({ body: 'too_long' }))
    await expect(write({ mentions: Array.from({ length: 21 }, () => id) })).rejects.toEqual(
      refused({ mentions: 'too_large' }),
    )
    expect(await bodiesOf(id)).toEqual([])
  })

  test('are changed and deleted by their author alone', async () => {
    const [{ id }, robin, jonas] = [await enrolled(), await member(), await member()]
    const { data: note } = await robin.as.invoke(createInternalNote, { id, body: 'Draft' })
    const place = { id, internal_note_id: note.id }
    for (const bound of [jonas.as, acme]) {
      await expect(bound.invoke(updateInternalNote, { ...place, body: 'Theirs' })).rejects.toMatchObject({
        code: 'forbidden',
      })
      await expect(bound.invoke(deleteInternalNote, place)).rejects.toMatchObject({ code: 'forbidden' })
    }
    await robin.as.invoke(updateInternalNote, { ...place, body: 'Final' })
    expect(await bodiesOf(id)).toEqual(['Final'])
    await robin.as.invoke(deleteInternalNote, place)
    expect(await bodiesOf(id)).toEqual([])
  })

  test('mention a member once, also if a change repeats it, and never the author', async () => {
    const [{ id }, robin, jonas] = [await enrolled(), await member(), await member()]
    const mentions = [jonas.id, jonas.id, robin.id]
    const { data } = await robin.as.invoke(createInternalNote, { id, body: 'See the firewall', mentions })
    await robin.as.invoke(updateInternalNote, { id, internal_note_id: data.id, body: 'See it', mentions })
    const inbox = (await jonas.as.invoke(listInbox, {})).data
    expect(inbox).toHaveLength(1)
    expect(inbox[0]).toMatchObject({
      kind: 'mention',
      enrollment_id: id,
      subject_id: data.id,
      text: 'See the firewall',
      contact_name: 'Ingrid',
    })
    expect((await robin.as.invoke(listInbox, {})).data).toEqual([])
  })

  test('are in no event: these have their ID', async () => {
    const { id } = await enrolled()
    const { data } = await acme.invoke(createInternalNote, { id, body: 'canary-of-a-note' })
    await acme.invoke(updateInternalNote, { id, internal_note_id: data.id, body: 'canary-of-a-note 2' })
    await acme.invoke(deleteInternalNote, { id, internal_note_id: data.id })
    const events = (await eventsOf(instance, acme)).filter(
      ({ type, data: { id: of } }) => type.startsWith('internal_note.') && of === id,
    )
    expect(events.map(({ type }) => type)).toEqual([
      'internal_note.created',
      'internal_note.updated',
      'internal_note.deleted',
    ])
    expect(events[0]).toMatchObject({ data: { id, internal_note: { id: data.id } } })
    expect(JSON.stringify(events)).not.toContain('canary')
  })

  test('are no right of contacts', async () => {
    const { id, access_token } = await enrolled()
    const contact = await instance.handrail.asContact(access_token)
    await expect(contact.invoke(listInternalNotes, { id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(contact.invoke(createInternalNote, { id, body: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('end with their enrollment', async () => {
    const [{ id }, jonas] = [await enrolled(), await member()]
    await acme.invoke(createInternalNote, { id, body: 'Gone', mentions: [jonas.id] })
    await acme.invoke(deleteEnrollment, { id })
    await expect(acme.invoke(listInternalNotes, { id })).rejects.toMatchObject({ code: 'not_found' })
    expect((await jonas.as.invoke(listInbox, {})).data).toEqual([])
  })
})
