import { z } from 'zod'
import { countedSteps } from '../../guides/counted-steps.ts'
import { isTeams } from '../../guides/responsible.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import type { Opening } from './section-row.ts'

const GATES = ['after_previous', 'by_team', 'on_date'] as const

/** What a closed section waits for. */
export const WaitsFor = z
  .object({
    kind: z
      .enum(GATES)
      .describe('The steps before it, a member who opens it, or a date')
      .meta({ reference: 'Whether it waits for the steps before it, for a member who opens it, or for a date.' }),
    date: z
      .string()
      .nullable()
      .describe('The date on which it opens; null if it is not known yet, or not a date')
      .meta({
        reference: 'Day on which it opens; `null` if it waits for something else, or the day is not known yet.',
      }),
    steps_left: z
      .object({
        yours: z.int().min(0).describe('Steps of the customer'),
        ours: z.int().min(0).describe('Steps of the team'),
      })
      .describe('The counted steps of the sections before it that are neither done nor skipped')
      .meta({ reference: 'Counted steps of the sections before it that are neither done nor skipped.' }),
  })
  .meta({ id: 'WaitsFor', reference: 'What a closed section waits for.' })

export type WaitsFor = z.infer<typeof WaitsFor>

/** Everything that decides which sections are closed. */
export interface GateFacts {
  sections: readonly StoredSection[]
  /** The steps that are done or skipped. */
  settled: ReadonlySet<string>
  /** What is stored, by id of the section. */
  openings: ReadonlyMap<string, Opening>
  now: string
}

/** Whether a guide has sections that open later. */
export function hasGates(sections: readonly StoredSection[]): boolean {
  return sections.some(({ opens = 'at_once' }) => opens !== 'at_once')
}

/** The closed sections of an enrollment by id, with what each waits for. A section that was open once stays open. */
export function closedSections({ sections, settled, openings, now }: GateFacts): Map<string, WaitsFor> {
  const counted = new Set(countedSteps(sections.flatMap(({ steps }) => steps)))
  const closed = new Map<string, WaitsFor>()
  const steps_left = { yours: 0, ours: 0 }
  for (const { id, opens = 'at_once', steps } of sections) {
    const opening = openings.get(id)
    const kind = typeof opens === 'object' ? 'on_date' : opens
    if (kind !== 'at_once' && !opening?.opened_at && !opensNow(kind, { opening, steps_left, now }))
      closed.set(id, { kind, date: opening?.opens_on ?? null, steps_left: { ...steps_left } })
    count(
      steps_left,
      steps.filter((step) => counted.has(step) && !settled.has(step.id)),
    )
  }
  return closed
}

type Left = WaitsFor['steps_left']

function count(left: Left, steps: readonly StoredStep[]): void {
  for (const step of steps) left[isTeams(step) ? 'ours' : 'yours'] += 1
}

function opensNow(
  kind: WaitsFor['kind'],
  { opening, steps_left, now }: { opening: Opening | undefined; steps_left: Left; now: string },
): boolean {
  if (kind === 'by_team') return false
  if (kind === 'after_previous') return steps_left.yours + steps_left.ours === 0
  const opens_at = opening?.opens_at ?? null
  return opens_at !== null && opens_at <= now
}
