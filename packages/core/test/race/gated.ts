import { and, eq } from 'drizzle-orm'
import { type Bound, operations } from '../../src/index.ts'
import type { Act } from './act.ts'
import type { Pair, Start } from './pairs.ts'

const { completeStep, createContact, createEnrollment, createGuide, openSection, publishGuide } = operations

const DAY_MS = 86_400_000

/** The records of pairs about sections that open later; empty in the others. */
export interface Gated {
  /** Fay's enrollment, with its token. */
  gated: string
  fayToken: string
  /** A section that waits for the step before it, which is not done, and a step in it. */
  waits: string
  before: string
  within: string
  /** A section whose enrollment began long ago, so that its date has come without that having been recorded. */
  due: string
  /** A section that a member has opened, at which nobody has looked since. */
  opened: string
}

export const NOTHING_GATED: Gated = { gated: '', fayToken: '', waits: '', before: '', within: '', due: '', opened: '' }

export async function makeGated(bound: Bound): Promise<Gated> {
  const step = { title: 'A' }
  const sections = [
    { title: 'One', steps: [step, step] },
    { title: 'Two', opens: 'after_previous' as const, steps: [step] },
    { title: 'Three', opens: 'by_team' as const, steps: [step] },
    { title: 'Four', opens: { days: 100, from: 'enrolled' }, steps: [step] },
  ]
  const { data: guide } = await bound.invoke(createGuide, { title: 'Gated', sections })
  await bound.invoke(publishGuide, { id: guide.id })
  const { data: fay } = await bound.invoke(createContact, { email: 'fay@example.com', first_name: 'fay' })
  const { data } = await bound.invoke(createEnrollment, { contact_id: fay.id, guide_id: guide.id })
  const sectionAt = (index: number) => guide.sections[index]?.id ?? ''
  const stepAt = (section: number, index: number) => guide.sections[section]?.steps[index]?.id ?? ''
  await bound.invoke(completeStep, { id: data.id, step_id: stepAt(0, 0) })
  await bound.invoke(openSection, { id: data.id, section_id: sectionAt(2) })
  await bound.context.store.write(async ({ db, tables: { enrollments: t, enrollment_sections: s } }) => {
    const { workspace_id } = bound.context.caller
    const past = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
    const own = and(eq(t.workspace_id, workspace_id), eq(t.id, data.id))
    await db
      .update(t)
      .set({ created_at: past(300) })
      .where(own)
    const section = and(eq(s.workspace_id, workspace_id), eq(s.section_id, sectionAt(3)))
    await db
      .update(s)
      .set({ opens_at: past(1) })
      .where(section)
  })
  return {
    gated: data.id,
    fayToken: data.access_token,
    waits: sectionAt(1),
    before: stepAt(0, 1),
    within: stepAt(1, 0),
    due: sectionAt(3),
    opened: sectionAt(2),
  }
}

const change = (operation: string, id: string, section_id: string): Act => ({ operation, input: { id, section_id } })
const open = ({ gated, waits }: Start) => change('open_section', gated, waits)
const close = ({ gated, opened }: Start) => change('close_section', gated, opened)
const openDue: Act = { operation: 'open_due_sections', input: {} }
const ofFay = ({ fayToken: as }: Start, step_id: string): Act => ({
  operation: 'complete_own_step',
  input: { step_id },
  as,
})

/** Pairs about sections that open later. */
export const GATED_PAIRS: Pair[] = [
  { name: 'open a section in which a step is sent', acts: (s) => [open(s), ofFay(s, s.within)] },
  { name: 'open a section twice', acts: (s) => [open(s), open(s)] },
  { name: 'open a section, and finish the last step before it', acts: (s) => [open(s), ofFay(s, s.before)] },
  {
    name: 'finish the last step before a section, and a step in it',
    acts: (s) => [ofFay(s, s.before), ofFay(s, s.within)],
  },
  { name: 'open twice what is due by its date', acts: () => [openDue, openDue] },
  { name: 'open what is due by its date, and finish a step', acts: (s) => [openDue, ofFay(s, s.before)] },
  {
    name: 'open what is due by its date, by hand and by the upkeep',
    acts: (s) => [openDue, change('open_section', s.gated, s.due)],
  },
  {
    name: 'close a section, and look at the guide',
    acts: (s) => [close(s), { operation: 'open_own_guide', input: {}, as: s.fayToken }],
  },
]
