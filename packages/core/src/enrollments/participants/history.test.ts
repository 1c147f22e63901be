import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { AppError, type Bound, operations } from '../../index.ts'
import { createRandom } from '../../sample/random.ts'

const {
  completeOwnStep,
  createContact,
  createEnrollment,
  createParticipant,
  deleteContact,
  deleteParticipant,
  getEnrollment,
  listParticipants,
  readOwnGuide,
  renewParticipantLink,
  restoreContacts,
} = operations

const HISTORIES = 6
const ACTIONS = 25
const PEOPLE = 5

describe.each(ENGINES)('random histories of participants on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    instance = await openInstance(engine)
    acme = instance.acme
  })
  afterAll(() => instance.close())

  /** Runs an action that the state may not allow. */
  async function attempt(action: () => Promise<unknown>) {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'internal_error') throw error
    }
  }

  async function stateOf(token: string) {
    try {
      const contact = await instance.handrail.asContact(token)
      const { link, view } = (await contact.invoke(readOwnGuide, {})).data
      return { state: link.state, who: view?.participant_id }
    } catch {
      return { state: 'unknown', who: undefined }
    }
  }

  test.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
    'history %i: each person has one link, there is a primary contact, and counts agree',
    async (seed) => {
      const random = createRandom(seed)
      const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
      const guide = await publishedGuide(acme)
      const steps = guide.sections.flatMap((section) => section.steps.map(({ id }) => id))
      const people: string[] = []
      for (let number = 0; number < PEOPLE; number++) {
        const email = `h${seed}-${number}@example.com`
        people.push((await acme.invoke(createContact, { email, first_name: `H${number}` })).data.id)
      }
      const { data: enrollment } = await acme.invoke(createEnrollment, {
        contact_id: people[0] ?? '',
        guide_id: guide.id,
      })
      const { id } = enrollment
      const tokens = new Set([enrollment.access_token])
      const deleted = new Set<string>()
      const listed = async () => (await acme.invoke(listParticipants, { id, per_page: 100 })).data

      for (let action = 0; action < ACTIONS; action++) {
        instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
        const person = pick(people) ?? ''
        const participant = pick(await listed())
        const place = { id, participant_id: participant?.id ?? id }
        await attempt(
          [
            async () => {
              const { data } = await acme.invoke(createParticipant, { id, contact_id: person })
              tokens.add(data.access_token ?? '')
            },
            () => acme.invoke(deleteParticipant, place),
            async () => void tokens.add((await acme.invoke(renewParticipantLink, place)).data.access_token ?? ''),
            async () => {
              await acme.invoke(deleteContact, { id: person })
              deleted.add(person)
            },
            async () => {
              const back = pick([...deleted]) ?? person
              await acme.invoke(restoreContacts, { ids: [back] })
              deleted.delete(back)
            },
            async () => {
              const contact = await instance.handrail.asContact(pick([...tokens]) ?? '')
              await contact.invoke(completeOwnStep, { step_id: pick(steps) ?? '' })
            },
          ][Math.floor(random() * 6)] ?? (() => Promise.resolve()),
        )

        const { data } = await acme.invoke(getEnrollment, { id })
        const participants = await listed()
        expect(data.participants_count).toBe(participants.length)
        const contacts = [data.contact_id, ...participants.map(({ contact_id }) => contact_id)]
        expect(new Set(contacts).size).toBe(contacts.length)
        // Without the primary contact nobody takes part, and otherwise everybody who does has exactly one open link.
        const isLeft = deleted.has(data.contact_id)
        expect(participants.filter(({ contact_id }) => deleted.has(contact_id))).toEqual([])
        if (isLeft) expect(participants).toEqual([])
        const open: (string | null)[] = []
        for (const token of tokens) {
          const { state, who } = await stateOf(token)
          if (state === 'open') open.push(who ?? null)
        }
        const expected = isLeft ? [] : [null, ...participants.map((one) => one.id)]
        expect(open.toSorted()).toEqual(expected.toSorted())
      }
    },
  )
})
