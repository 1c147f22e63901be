import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, newApplication, newMember } from '../../../test/connected.ts'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { ALL_SCOPES, type Bound, type Operation, operations } from '../../index.ts'
import { type Context, invoke } from '../../internal.ts'

const {
  createApiKey,
  createGuideDraft,
  editGuideDraft,
  getDraftOutline,
  getUnseenChange,
  listAllGuides,
  listAuditEntries,
  listGuideVersions,
  markDraftSeen,
  publishGuideDraft,
  updateGuide,
} = operations

describe.each(ENGINES)('drafts that programs change, on %s', (engine) => {
  let instance: Instance
  let ada: Bound
  let bob: Bound
  let assistant: Context
  let key: Context
  beforeAll(async () => {
    instance = await openInstance(engine)
    const { acme, handrail } = instance
    const { workspace_id } = acme.context.caller
    const { client } = await newApplication(instance)
    const { id: user_id } = await newMember(acme)
    ada = await handrail.asMember(workspace_id, user_id)
    bob = await handrail.asMember(workspace_id, (await newMember(acme, 'editor')).id)
    const { access_token } = await connect(instance, { client, user_id })
    assistant = await handrail.authenticate(access_token)
    const { data } = await acme.invoke(createApiKey, { name: 'CRM', scopes: [...ALL_SCOPES] })
    key = await handrail.authenticate(data.token)
  })
  afterAll(() => instance.close())

  const pass = (seconds: number) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + seconds * 1000)
  }
  /** A draft of a person. */
  const written = async (title: string) => {
    const sections = [{ title: 'First week', steps: [{ title: 'Sign in' }] }]
    return (await ada.invoke(createGuideDraft, { title, sections })).data.id
  }
  async function edit(program: Context, id: string, title: string) {
    pass(1)
    const { data } = (await invoke(getDraftOutline, program, { id })).value
    const section = data.sections[0]?.id ?? ''
    const changes = [{ action: 'set_section' as const, id: section, title }]
    return invoke(editGuideDraft, program, { id, revision: data.revision, changes })
  }
  const unseen = async (id: string, who = bob) => (await who.invoke(getUnseenChange, { id })).data
  const listed = async (id: string) =>
    (await bob.invoke(listAllGuides, { per_page: 100 })).data.find((guide) => guide.id === id)

  test('a change by an application is marked for all, with the draft before the first that nobody has seen', async () => {
    const id = await written('Marked')
    expect(await unseen(id)).toBeNull()
    expect(await listed(id)).toMatchObject({ changed_by: 'Ada', changed_with: null, unseen_change: null })
    await edit(assistant, id, 'Second')
    await edit(assistant, id, 'Third')
    const change = { at: instance.clock.now.toISOString(), by: 'Ada', application: 'Sync' }
    expect(await unseen(id)).toMatchObject({
      ...change,
      before: { title: 'Marked', sections: [{ title: 'First week' }] },
    })
    expect(await unseen(id, ada)).toMatchObject(change)
    expect(await listed(id)).toMatchObject({ changed_by: 'Ada', changed_with: 'Sync', unseen_change: change })
  })

  test('a key is named by its name, and a guide that it made has no draft before', async () => {
    const { data } = (await invoke(createGuideDraft, key, { title: 'Made by a key' })).value
    expect(await unseen(data.id)).toMatchObject({ by: 'CRM', application: null, before: null })
    await edit(assistant, await written('Other'), 'X')
    await invoke(updateGuide, assistant, { id: data.id, title: 'Renamed' })
    expect(await unseen(data.id)).toMatchObject({ by: 'Ada', application: 'Sync', before: null })
  })

  test('one person who looks ends the mark for all, and the next change begins with what that person saw', async () => {
    const id = await written('Looked at')
    await edit(assistant, id, 'Second')
    await bob.invoke(markDraftSeen, { id, at: (await unseen(id))?.at ?? '' })
    expect([await unseen(id), await unseen(id, ada)]).toEqual([null, null])
    await edit(assistant, id, 'Third')
    expect(await unseen(id)).toMatchObject({ before: { sections: [{ title: 'Second' }] } })
  })

  test('who looked at an earlier change leaves a later one marked', async () => {
    const id = await written('Changed again')
    await edit(assistant, id, 'Second')
    const at = (await unseen(id))?.at ?? ''
    await edit(key, id, 'Third')
    await bob.invoke(markDraftSeen, { id, at })
    expect(await unseen(id)).toMatchObject({ by: 'CRM', before: { sections: [{ title: 'First week' }] } })
  })

  test('a person who edits or publishes ends it', async () => {
    const id = await written('Edited')
    await edit(assistant, id, 'Second')
    await bob.invoke(updateGuide, { id, title: 'Edited by Bob' })
    expect(await unseen(id)).toBeNull()
    await edit(assistant, id, 'Third')
    await bob.invoke(operations.publishGuide, { id })
    expect(await unseen(id)).toBeNull()
    // What a person published is the draft before the next change.
    await edit(assistant, id, 'Fourth')
    expect(await unseen(id)).toMatchObject({ before: { sections: [{ title: 'Third' }] } })
  })

  test('two assistants at once: one is refused, and the mark has the draft before both', async () => {
    const id = await written('Two assistants')
    const { data } = (await invoke(getDraftOutline, assistant, { id })).value
    const changes = (title: string) => [{ action: 'set_section' as const, id: data.sections[0]?.id ?? '', title }]
    const outcomes = await Promise.allSettled([
      invoke(editGuideDraft, assistant, { id, revision: data.revision, changes: changes('A') }),
      invoke(editGuideDraft, key, { id, revision: data.revision, changes: changes('B') }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await unseen(id)).toMatchObject({ before: { sections: [{ title: 'First week' }] } })
  })

  test('two people who look at once, while an assistant writes: the mark ends, or stays for the new change', async () => {
    const id = await written('Two people')
    await edit(assistant, id, 'Second')
    const at = (await unseen(id))?.at ?? ''
    await Promise.all([
      ada.invoke(markDraftSeen, { id, at }),
      bob.invoke(markDraftSeen, { id, at }),
      edit(assistant, id, 'Third'),
    ])
    // Whichever came first, the last change is marked.
    const before = (await unseen(id))?.before?.sections[0]?.title
    expect(['First week', 'Second']).toContain(before)
  })

  test('publishing by an application has an audit entry, and the version names it', async () => {
    const id = await written('Published')
    await edit(assistant, id, 'Second')
    const { data } = (await invoke(getDraftOutline, assistant, { id })).value
    const { revision } = data
    const preview = (await invoke(publishGuideDraft, assistant, { id, revision })).value.data
    await invoke(publishGuideDraft, assistant, { id, revision, confirmation: preview.confirmation })
    const { data: versions } = await bob.invoke(listGuideVersions, { id })
    expect(versions).toMatchObject([{ published_by: 'Ada', published_with: 'Sync' }])
    const entries = async () =>
      (await ada.invoke(listAuditEntries, { action: 'guide.published' })).data.filter((one) => one.subject_id === id)
    expect(await entries()).toMatchObject([
      { actor: 'Ada', subject_id: id, details: { title: 'Published', application: 'Sync' } },
    ])
    await bob.invoke(updateGuide, { id, title: 'Again' })
    await bob.invoke(operations.publishGuide, { id })
    const both = await entries()
    expect(both).toMatchObject([{ door: 'console', details: { title: 'Again' } }, { door: 'oauth' }])
    expect(both[0]?.details).not.toHaveProperty('application')
    expect((await bob.invoke(listGuideVersions, { id })).data[0]).toMatchObject({ published_with: null })
  })

  test('viewers cannot end a mark, and other workspaces see none', async () => {
    const id = await written('Guarded')
    await edit(assistant, id, 'Second')
    const { acme, handrail, other } = instance
    const viewer = await handrail.asMember(acme.context.caller.workspace_id, (await newMember(acme, 'viewer')).id)
    const refused = async (who: Bound, operation: Operation, code: string) =>
      expect(who.invoke(operation, { id, at: (await unseen(id))?.at })).rejects.toMatchObject({ code })
    await refused(viewer, markDraftSeen, 'forbidden')
    await refused(other, markDraftSeen, 'not_found')
    await expect(other.invoke(getUnseenChange, { id })).rejects.toMatchObject({ code: 'not_found' })
  })
})
