import { ORGANISATIONS } from './people.ts'
import { createRandom } from './random.ts'
import { SCORES, type Score } from './scores.ts'

const DAY_MS = 86_400_000
const SEED = 7
/** Of 20 enrollments: 8 completed, 6 in progress, 4 invited, 2 expired. */
const STATUSES = 'cpcipcepcicpcpicepci'

interface PlannedContact {
  email: string
  first_name: string
  last_name: string
  role: string
  /** Index of the organisation. */
  organisation: number
  at: number
}

export interface PlannedEnrollment {
  contact: number
  guide: number
  at: number
  /** Completion times of the steps, in the order of the guide. With all steps, it is completed. */
  steps: readonly number[]
  /** Time of the expiry, if it expired. */
  expired?: number
  /** The score of a completed enrollment. */
  score?: Score
}

/** The times of everything in the sample workspace, in milliseconds; identical in every run relative to `now`. */
export interface SamplePlan {
  guides: readonly number[]
  organisations: readonly { at: number }[]
  contacts: readonly PlannedContact[]
  enrollments: readonly PlannedEnrollment[]
}

/** @param stepCounts the number of steps of each guide */
export function planSample(now: number, stepCounts: readonly number[]): SamplePlan {
  const random = createRandom(SEED)
  const ago = (days: number) => Math.round(now - days * DAY_MS)
  const between = (least: number, most: number) => least + random() * (most - least)
  const times = (count: number, from: number, to: number) =>
    Array.from({ length: count }, () => Math.round(between(from, to))).sort((a, b) => a - b)

  let completed = 0
  const enrollments = pairs(stepCounts.length).map(({ contact, guide }, index): PlannedEnrollment => {
    const total = stepCounts[guide] ?? 0
    switch (STATUSES[index % STATUSES.length]) {
      case 'c': {
        const began = between(14, 56)
        const at = ago(began)
        const score = SCORES[completed++ % SCORES.length]
        const steps = times(total, ago(began - 0.5), ago(began - between(3, 13)))
        return { contact, guide, at, steps, ...(score && { score }) }
      }
      case 'p': {
        const began = between(3, 25)
        const done = 1 + Math.floor(random() * (total - 1))
        return { contact, guide, at: ago(began), steps: times(done, ago(began - 0.3), ago(began * random() * 0.6)) }
      }
      case 'e': {
        const began = between(40, 60)
        const done = Math.floor(random() * (total / 2))
        const steps = times(done, ago(began - 0.5), ago(began - 10))
        return { contact, guide, at: ago(began), steps, expired: ago(began - 30) }
      }
      default:
        return { contact, guide, at: ago(between(0.1, 12)), steps: [] }
    }
  })

  const contacts = people().map((person, index) => {
    const first = Math.min(...enrollments.filter(({ contact }) => contact === index).map(({ at }) => at))
    return { ...person, at: Math.round(first - between(0.05, 4) * DAY_MS) }
  })
  const organisations = ORGANISATIONS.map((_, index) => {
    const first = Math.min(...contacts.filter(({ organisation }) => organisation === index).map(({ at }) => at))
    return { at: first - DAY_MS / 12 }
  })
  return { guides: stepCounts.map((_, index) => ago(75 - 5 * index)), organisations, contacts, enrollments }
}

/** Every contact in one guide, and every second one in another: 60 of 40 contacts, no pair twice. */
function pairs(guides: number): { contact: number; guide: number }[] {
  const contacts = people().map((_, index) => index)
  return [
    ...contacts.map((contact) => ({ contact, guide: contact % guides })),
    ...contacts.filter((contact) => contact % 2 === 0).map((contact) => ({ contact, guide: (contact + 1) % guides })),
  ]
}

function people(): Omit<PlannedContact, 'at'>[] {
  return ORGANISATIONS.flatMap(({ domain, people: members }, organisation) =>
    members.map((member) => {
      const [name = '', role = ''] = member.split(', ')
      const [first_name = '', last_name = ''] = name.split(' ')
      const plain = `${first_name}.${last_name}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
      return { email: `${plain}@${domain}`, first_name, last_name, role, organisation }
    }),
  )
}
