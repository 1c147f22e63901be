import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../test/connected.ts'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { noteStatements } from '../../test/plans/statements.ts'
import { type Bound, operations } from '../index.ts'
import { bind } from '../instance/bound.ts'

const { createContact, createGuide, listChanges, updateGuide } = operations

describe.each(ENGINES)('changes that open lines share, on %s', (engine) => {
  let notes: ReturnType<typeof noteStatements>
  let instance: Instance
  let workspace_id: string
  beforeAll(async () => {
    notes = noteStatements(engine)
    instance = await openInstance(engine)
    workspace_id = instance.acme.context.caller.workspace_id
  })
  afterAll(async () => {
    notes.stop()
    await instance.close()
  })

  const reading = () => instance.handrail.openChanges(workspace_id)
  const lineOf = (bound: Bound, changeReading = reading()) => bind({ ...bound.context, changeReading })
  const read = (line: Bound, cursor?: string) => line.invoke(listChanges, { cursor })
  /** Resolves with the next notification about the workspace. */
  const noticed = () =>
    new Promise<void>((resolve) => {
      const stop = instance.handrail.watchChanges((ids) => {
        if (ids && !ids.has(workspace_id)) return
        stop()
        resolve()
      })
    })
  const later = () => {
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
  }
  async function change(email: string) {
    later()
    const notice = noticed()
    const { data } = await instance.acme.invoke(createContact, { email, first_name: 'C' })
    await notice
    return data.id
  }

  test('after a notification the changes are read once, and each line gets those since its cursor', async () => {
    const shared = reading()
    const lines = Array.from({ length: 20 }, () => lineOf(instance.acme, shared))
    const cursors = await Promise.all(lines.map(async (line) => (await read(line)).meta.next_cursor))
    const subjects: string[] = []
    for (const email of ['first@example.com', 'second@example.com', 'third@example.com']) {
      subjects.push(await change(email))
      notes.take()
      const own = await read(instance.acme, cursors[0])
      const ofOwn = notes.take().filter(({ sql }) => /from "events"/.test(sql)).length
      const answers = await Promise.all(lines.map((line) => read(line, cursors[0])))
      const ofLines = notes.take().filter(({ sql }) => /from "events"/.test(sql)).length
      expect([ofOwn, ofLines]).toEqual([1, 1])
      for (const { data, meta } of answers) {
        expect(data).toEqual(own.data)
        expect(meta.complete).toBe(true)
      }
    }
    const all = await read(lines[5] ?? instance.acme, cursors[5])
    expect(all.data.map(({ subject_id }) => subject_id)).toEqual(subjects)
    const none = await read(lines[6] ?? instance.acme, all.meta.next_cursor)
    expect(none.data.filter(({ subject_id }) => !subjects.includes(subject_id ?? ''))).toEqual([])
    shared.close()
  })

  test('a line gets what its rights include, and a draft with its last change', async () => {
    const shared = reading()
    const viewer = await newMember(instance.acme, 'viewer')
    const member = await instance.handrail.asMember(workspace_id, viewer.id)
    const rights = new Set([...member.context.caller.rights].filter((right) => right !== 'contacts:read'))
    const restricted = bind({ ...member.context, caller: { ...member.context.caller, rights } })
    const cursor = (await read(instance.acme)).meta.next_cursor
    later()
    const { data: guide } = await instance.acme.invoke(createGuide, { title: 'Shared', sections: [] })
    for (const title of ['One', 'Two']) {
      later()
      const notice = noticed()
      await instance.acme.invoke(updateGuide, { id: guide.id, title })
      await notice
      await read(lineOf(instance.acme, shared), cursor)
    }
    await change('hidden@example.com')
    const whole = await read(lineOf(instance.acme, shared), cursor)
    expect(whole.data).toEqual((await read(instance.acme, cursor)).data)
    expect(whole.data.map(({ event }) => event)).toContain('contact.created')
    const part = await read(lineOf(restricted, shared), cursor)
    expect(part.data.map(({ event }) => event)).not.toContain('contact.created')
    expect(part.data.some(({ subject_id }) => subject_id === guide.id)).toBe(true)
    shared.close()
  })

  test('a line whose cursor is older than what is kept reads for itself', async () => {
    const cursor = (await read(instance.acme)).meta.next_cursor
    const missed = await change('missed@example.com')
    instance.clock.now = new Date(instance.clock.now.getTime() + 90_000)
    const shared = reading()
    const { data } = await read(lineOf(instance.acme, shared), cursor)
    expect(data.map(({ subject_id }) => subject_id)).toContain(missed)
    shared.close()
  })
})
