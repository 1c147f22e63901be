import { inOrder, stepFingerprint } from '@handrail/core/contract'
import { type Draft, newSection, type Section, type Step } from '../../draft/draft.ts'
import { stepsOf } from '../../draft/same.ts'
import { mergedOrder } from './order.ts'

/** The common base of two drafts: as it was sent, and as the server returned it. */
export interface Base {
  sent: Draft
  answered: Draft
}

/** A draft with the changes of both, and the other's versions of steps that both have changed. */
export interface Merged {
  draft: Draft
  both: ReadonlyMap<string, Step>
}

/** Merges the local draft with the one that somebody else has saved, step by step. */
export function merged({ sent, answered }: Base, mine: Draft, theirs: Draft): Merged {
  const [before, here] = [stepsOf(sent), stepsOf(mine)]
  const [was, there] = [stepsOf(answered), stepsOf(theirs)]
  const isMine = (id: string) => stepFingerprint(here.get(id)) !== stepFingerprint(before.get(id))
  const isTheirs = (id: string) => stepFingerprint(there.get(id)) !== stepFingerprint(was.get(id))
  const both = new Map<string, Step>()
  const stepOf = (id: string): Step | undefined => {
    const [own, other] = [here.get(id), there.get(id)]
    if (!own || !other) return own ?? other
    if (!isTheirs(id) || stepFingerprint(own) === stepFingerprint(other)) return own
    if (!isMine(id)) return other
    both.set(id, other)
    return own
  }
  // What one has changed is kept when the other deletes it, and can be deleted again.
  const isKept = (id: string) =>
    (here.has(id) && isMine(id)) ||
    (there.has(id) && isTheirs(id)) ||
    isRenamed(id, sent, mine) ||
    isRenamed(id, answered, theirs)
  const sections = mergedOrder({ base: sent, mine, theirs, isKept }).map(({ id, steps }) => ({
    ...sectionOf(id, sent, mine, theirs),
    steps: steps.flatMap((step) => stepOf(step) ?? []),
  }))
  return { draft: { ...newer(settingsOf(sent), settingsOf(mine), settingsOf(theirs)), sections }, both }
}

/** The common base after the draft of somebody else was brought in. */
export function brought(base: Base, theirs: Draft): Base {
  return { sent: merged(base, base.sent, theirs).draft, answered: theirs }
}

/**
 * What somebody else has written into settings and section heads that were also changed here: the text, or the title of the
 * section or the guide where it is none. The local ones are used.
 */
export function overruled({ sent, answered }: Base, mine: Draft, theirs: Draft): string[] {
  const [before, was, here, there] = [headsOf(sent), headsOf(answered), headsOf(mine), headsOf(theirs)]
  const differ = (one: typeof here, other: typeof here, name: string) =>
    inOrder(one.get(name)?.value) !== inOrder(other.get(name)?.value)
  return [...there]
    .filter(([name]) => here.has(name) && was.has(name))
    .filter(([name]) => differ(here, before, name) && differ(there, was, name) && differ(here, there, name))
    .map(([, { value, title }]) => (typeof value === 'object' ? title : String(value)))
}

/** A text or setting, and the title of the guide or section that it belongs to. */
interface Head {
  value: unknown
  title: string
}

/** All texts and settings of a draft except its steps, by name. */
function headsOf(draft: Draft): ReadonlyMap<string, Head> {
  const { title } = draft
  const heads = draft.sections.flatMap((section) =>
    Object.entries(withoutSteps(section)).map(([name, value]): [string, Head] => [
      `${section.id} ${name}`,
      // When it opens has no text.
      name === 'opens' ? { value: { opens: value }, title: section.title } : { value, title: section.title },
    ]),
  )
  const settings = Object.entries(settingsOf(draft)).map(([name, value]): [string, Head] => [name, { value, title }])
  return new Map([...settings, ...heads])
}

function settingsOf({ sections: _sections, ...settings }: Draft) {
  return settings
}

function sectionOf(id: string, base: Draft, mine: Draft, theirs: Draft): Omit<Section, 'steps'> {
  const [was, own, other] = [base, mine, theirs].map(({ sections }) => sections.find((section) => section.id === id))
  if (!own || !other) return withoutSteps(own ?? other ?? { ...newSection(''), id })
  // A section that both brought back reads as the saved one.
  return newer(withoutSteps(was ?? own), withoutSteps(own), withoutSteps(other))
}

/** Whether a section that is in both drafts reads otherwise in the second. */
function isRenamed(id: string, before: Draft, after: Draft): boolean {
  const [was, is] = [before, after].map(({ sections }) => sections.find((section) => section.id === id))
  return was !== undefined && is !== undefined && inOrder(withoutSteps(was)) !== inOrder(withoutSteps(is))
}

function withoutSteps({ steps: _steps, ...section }: Section): Omit<Section, 'steps'> {
  return section
}

/** Each field with the local value if it was changed here, else with the other value. */
function newer<T extends object>(base: T, mine: T, theirs: T): T {
  const changed = Object.entries(mine).filter(([name, value]) => inOrder(value) !== inOrder(Reflect.get(base, name)))
  return { ...theirs, ...Object.fromEntries(changed) }
}
