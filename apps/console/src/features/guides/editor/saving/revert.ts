import { headFingerprint, inOrder } from '@handrail/core/contract'
import { consistent, type Draft, newSection, type Section, type Step } from '../../draft/draft.ts'
import { isSameStep, stepsOf } from '../../draft/same.ts'
import type { Edit } from './edit.ts'
import { mergedOrder } from './order.ts'
import { changedText } from './text-ranges.ts'

/** A draft in which an edit is reverted as far as nobody else has changed the same. */
export interface Reverted {
  draft: Draft
  /** The current versions of steps in which somebody else changed the same words: the draft has the reverted ones. */
  both: Map<string, Step>
  /** The titles of sections and steps that stay as they are, because somebody else has changed them. */
  kept: readonly string[]
}

interface Value<T> {
  value: T
  /** Whether the edit and somebody else changed it, so that it cannot be reverted alone. */
  isContested: boolean
}

/** Reverts an edit, and nothing that somebody else has done since. */
export function reverted({ from, to }: Edit, now: Draft, undecided: ReadonlyMap<string, Step>): Reverted {
  const both = new Map<string, Step>()
  const kept: string[] = []
  const [before, after, standing] = [stepsOf(from), stepsOf(to), stepsOf(now)]
  const target = withStanding({ from, to }, now, undecided)
  for (const id of stepsOf(target).keys()) if (!before.has(id)) kept.push(standing.get(id)?.title ?? '')
  const stepOf = (id: string): Step | undefined => {
    const [own, was, current] = [before.get(id), after.get(id), standing.get(id)]
    if (!current) return own
    if (own && !was && !isSameStep(own, current)) kept.push(current.title)
    if (!own || !was || isSameStep(own, was)) return current
    const { value, isContested } = revertedStep(own, was, current)
    if (!isContested) return value
    if (undecided.has(id)) {
      kept.push(current.title)
      return current
    }
    both.set(id, current)
    return value
  }
  const headOf = (id: string): Omit<Section, 'steps'> => {
    const [own, was, current] = [from, to, now].map((draft) => headIn(draft, id))
    const head = current ?? own ?? { ...newSection(''), id }
    if (!own || !was || !current) return head
    const { value, isContested } = revertedFields(own, was, current, 'current')
    if (isContested) kept.push(head.title)
    return value
  }
  // A step that the edit removed comes back, also if its section is gone.
  const isKept = (id: string) => before.has(id) && !after.has(id) && !standing.has(id)
  const sections = mergedOrder({ base: to, mine: target, theirs: now, isKept }).map(({ id, steps }) => ({
    ...headOf(id),
    steps: steps.flatMap((step) => stepOf(step) ?? []),
  }))
  const settings = revertedFields(settingsOf(from), settingsOf(to), settingsOf(now), 'current')
  if (settings.isContested) kept.push(now.title)
  return { draft: { ...settings.value, sections }, both, kept }
}

/** The draft before an edit, with the parts that the edit added and somebody else has changed since. */
function withStanding({ from, to }: Edit, now: Draft, undecided: ReadonlyMap<string, Step>): Draft {
  const [before, after, standing] = [stepsOf(from), stepsOf(to), stepsOf(now)]
  const isTheirs = (id: string) => {
    const current = standing.get(id)
    if (current === undefined || before.has(id)) return false
    return undecided.has(id) || !isSameStep(after.get(id), current)
  }
  const hasTheirs = (section: Section) => {
    const current = now.sections.find(({ id }) => id === section.id)
    if (!current) return false
    const differs = headFingerprint(current) !== headFingerprint(section)
    const own = new Set(section.steps.map(({ id }) => id))
    return differs || current.steps.some(({ id }) => isTheirs(id) || !own.has(id))
  }
  let { sections } = from
  to.sections.forEach((section, index) => {
    const isHere = sections.some(({ id }) => id === section.id)
    if (!isHere && hasTheirs(section))
      sections = inserted(sections, { ...section, steps: [] }, to.sections.slice(0, index))
    section.steps.forEach((step, at) => {
      if (!isTheirs(step.id)) return
      sections = sections.map((one) =>
        one.id === section.id ? { ...one, steps: inserted(one.steps, step, section.steps.slice(0, at)) } : one,
      )
    })
  })
  return { ...from, sections }
}

/** A list with one more, after the nearest of those that were before it. */
function inserted<T extends { id: string }>(list: readonly T[], one: T, earlier: readonly T[]): T[] {
  const previous = earlier.findLast(({ id }) => list.some((other) => other.id === id))
  const at = previous ? list.findIndex(({ id }) => id === previous.id) + 1 : 0
  return [...list.slice(0, at), one, ...list.slice(at)]
}

function revertedStep(own: Step, was: Step, current: Step): Value<Step> {
  const { content: ownContent, ...ownFields } = own
  const { content: wasContent, ...wasFields } = was
  const { content, ...fields } = current
  // Contested fields have the reverted value, beside the current version of the step.
  const head = revertedFields(ownFields, wasFields, fields, 'own')
  const body = revertedFields(ownContent, wasContent, content, 'own')
  // What is no longer a step of the team cannot stay internal, nor a text be reviewed, whoever made it so.
  const value = consistent({ ...head.value, content: body.value })
  return { value, isContested: head.isContested || body.isContested }
}

/** Fields, each of which is reverted by itself. @param contested the value of those that somebody else has changed too */
function revertedFields<T extends object>(own: T, was: T, current: T, contested: 'own' | 'current'): Value<T> {
  const names = new Set([...Object.keys(own), ...Object.keys(was)])
  const value = { ...current }
  let isContested = false
  for (const name of names) {
    const field = revertedValue(Reflect.get(own, name), Reflect.get(was, name), Reflect.get(current, name))
    if (field.isContested) isContested = true
    if (field.isContested && contested === 'current') continue
    if (field.value === undefined) Reflect.deleteProperty(value, name)
    else Reflect.set(value, name, field.value)
  }
  return { value, isContested }
}

function revertedValue(own: unknown, was: unknown, current: unknown): Value<unknown> {
  const [first, second, third] = [own, was, current].map((value) => inOrder(value ?? null))
  if (first === second || first === third) return { value: current, isContested: false }
  if (second === third) return { value: own, isContested: false }
  const text = [own, was, current].every((value) => typeof value === 'string' || value === undefined)
  const changed = text ? changedText(String(current ?? ''), String(was ?? ''), String(own ?? '')) : undefined
  return changed === undefined ? { value: own, isContested: true } : { value: changed, isContested: false }
}

function headIn({ sections }: Draft, id: string): Omit<Section, 'steps'> | undefined {
  const section = sections.find((one) => one.id === id)
  if (!section) return undefined
  const { steps: _steps, ...head } = section
  return head
}

function settingsOf({ sections: _sections, ...settings }: Draft) {
  return settings
}
