import { type Draft, type Step, withStep } from '../../draft/draft.ts'
import { stepFingerprint, stepsOf } from '../../draft/same.ts'
import { type Base, merged } from './merge.ts'

const MAX_UNDO = 100

/** The local draft, its earlier states, and the other versions of steps that both have changed. */
export interface DraftHistory {
  past: readonly Draft[]
  now: Draft
  future: readonly Draft[]
  both: ReadonlyMap<string, Step>
}

export function begun(now: Draft): DraftHistory {
  return { past: [], now, future: [], both: new Map() }
}

export function changed({ past, now, both }: DraftHistory, next: Draft): DraftHistory {
  const left = stepsOf(next)
  return {
    past: [...past.slice(-MAX_UNDO), now],
    now: next,
    future: [],
    both: new Map([...both].filter(([id]) => left.has(id))),
  }
}

export function undone(history: DraftHistory): DraftHistory {
  const { past, now, future } = history
  const last = past.at(-1)
  return last ? { ...history, past: past.slice(0, -1), now: last, future: [now, ...future] } : history
}

export function redone(history: DraftHistory): DraftHistory {
  const { past, now, future } = history
  const [next, ...rest] = future
  return next ? { ...history, past: [...past, now], now: next, future: rest } : history
}

/** Adds the changes of somebody else, also to the earlier states, so that undo does not revert them. */
export function rebased({ past, now, future, both }: DraftHistory, base: Base, theirs: Draft): DraftHistory {
  const onto = (draft: Draft) => merged(base, draft, theirs).draft
  const { draft, both: more } = merged(base, now, theirs)
  const [here, there] = [stepsOf(draft), stepsOf(theirs)]
  const open = [...both.keys(), ...more.keys()].flatMap((id) => {
    const other = there.get(id)
    return other && stepFingerprint(here.get(id)) !== stepFingerprint(other) ? [[id, other] as const] : []
  })
  return { past: past.map(onto), now: draft, future: future.map(onto), both: new Map(open) }
}

/** The draft to send. Of a step that both have changed, it has the other's version until one is chosen. */
export function toSend({ now, both }: DraftHistory): Draft {
  return [...both].reduce((draft, [id, theirs]) => withStep(draft, id, () => theirs), now)
}

/** Chooses one of the two versions of a step. */
export function chosen(history: DraftHistory, id: string, which: 'mine' | 'theirs'): DraftHistory {
  const theirs = history.both.get(id)
  const both = new Map([...history.both].filter(([one]) => one !== id))
  if (which === 'mine' || !theirs) return { ...history, both }
  return {
    ...changed(
      history,
      withStep(history.now, id, () => theirs),
    ),
    both,
  }
}
