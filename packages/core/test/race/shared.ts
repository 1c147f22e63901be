import { randomUUID } from 'node:crypto'
import { type Bound, operations } from '../../src/index.ts'

const { createContact, createEnrollment, createParticipant, createUser } = operations

/** The records of pairs about participants; empty in the others. */
export interface Shared {
  /** Cleo's enrollment, in which Dan takes part, with the tokens of both. */
  shared: string
  cleo: string
  cleoToken: string
  dan: string
  danToken: string
  /** The id of Dan as a participant. */
  part: string
  /** Another enrollment, which has room for one participant. */
  crowded: string
  /** The member who looks after Cleo's enrollment. */
  member: string
}

export const NOTHING_SHARED: Shared = {
  shared: '',
  cleo: '',
  cleoToken: '',
  dan: '',
  danToken: '',
  part: '',
  crowded: '',
  member: '',
}

const MOST = 20

/** @param of an enrollment in the guide whose steps are known, and another guide */
export async function makeShared(
  bound: Bound,
  { enrollment, guide }: { enrollment: string; guide: string },
): Promise<Shared> {
  const contact = async (name: string) =>
    (await bound.invoke(createContact, { email: `${name}@example.com`, first_name: name })).data.id
  const [cleo, dan, eve] = [await contact('cleo'), await contact('dan'), await contact('eve')]
  const { data: known } = await bound.invoke(operations.getEnrollment, { id: enrollment })
  const user = { email: `${randomUUID()}@example.com`, name: 'Robin', role: 'editor' as const }
  const member = (await bound.invoke(createUser, user)).data.id
  const { guide_id } = known
  const { data } = await bound.invoke(createEnrollment, { contact_id: cleo, guide_id, assignee_id: member })
  const participant = await bound.invoke(createParticipant, { id: data.id, contact_id: dan })
  const { id: crowded } = (await bound.invoke(createEnrollment, { contact_id: eve, guide_id: guide })).data
  for (let number = 1; number < MOST; number++)
    await bound.invoke(createParticipant, { id: crowded, email: `c${number}@example.com`, first_name: 'C' })
  return {
    shared: data.id,
    cleo,
    cleoToken: data.access_token,
    dan,
    danToken: participant.data.access_token ?? '',
    part: participant.data.id,
    crowded,
    member,
  }
}
