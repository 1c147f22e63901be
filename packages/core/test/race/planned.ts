import { type Bound, operations } from '../../src/index.ts'

const { createContact, createEnrollment, createGuide, createUser, publishGuide } = operations

/** The records of pairs about steps of the team; empty in the others. */
export interface Planned {
  /** An enrollment with a step of the team that a member does, and one of its contact, with the token. */
  planned: string
  plannedToken: string
  teamStep: string
  ownStep: string
  member: string
  /** Its guide, and a contact who is not enrolled in it. */
  planGuide: string
  gus: string
}

export const NOTHING_PLANNED: Planned = {
  planned: '',
  plannedToken: '',
  teamStep: '',
  ownStep: '',
  member: '',
  planGuide: '',
  gus: '',
}

export async function makePlanned(bound: Bound): Promise<Planned> {
  const contact = async (name: string) =>
    (await bound.invoke(createContact, { email: `${name}@example.com`, first_name: name })).data.id
  const [fay, gus] = [await contact('fay'), await contact('gus')]
  const email = `${bound.context.caller.workspace_id}@members.example`
  const { id: member } = (
    await bound.invoke(createUser, { email, name: 'M', role: 'editor', password: 'correct horse' })
  ).data
  const steps = [{ title: 'Ours', responsible: 'team', assignee_id: member }, { title: 'Theirs' }]
  const { data } = await bound.invoke(createGuide, { title: 'Planned', sections: [{ title: 'One', steps }] })
  await bound.invoke(publishGuide, { id: data.id })
  const [teamStep = '', ownStep = ''] = data.sections.flatMap((section) => section.steps.map(({ id }) => id))
  const { data: enrollment } = await bound.invoke(createEnrollment, {
    contact_id: fay,
    guide_id: data.id,
    assignee_id: member,
  })
  return {
    planned: enrollment.id,
    plannedToken: enrollment.access_token,
    teamStep,
    ownStep,
    member,
    planGuide: data.id,
    gus,
  }
}
