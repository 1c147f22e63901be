import { type Draft, type Step, withStep } from '../../draft/draft.ts'
import { isSameDraft, isSameStep, stepsOf } from '../../draft/same.ts'
import { type Edit, editOf, joined } from './edit.ts'
import { type Base, merged } from './merge.ts'
import { type Reverted, reverted } from './revert.ts'

const MAX_UNDO = 100

/** The local draft, the edits of this person, and the other versions of steps that somebody else has changed too. */
export interface DraftHistory {
  past: readonly Edit[]
  now: Draft
  future: readonly Edit[]
  both: ReadonlyMap<string, Step>
}

export function begun(now: Draft): DraftHistory {
  return { past: [], now, future: [], both: new Map() }
}

/** A history with one more change of this person. Steady typing in one text is one edit. */
export function changed({ past, now, both, future }: DraftHistory, next: Draft, at = Date.now()): DraftHistory {
  const left = stepsOf(next)
  const edit = editOf(now, next, at)
  const longer = future.length === 0 ? joined(past.at(-1), edit) : undefined
  return {
    past: longer ? [...past.slice(0, -1), longer] : [...past.slice(1 - MAX_UNDO), edit],
    now: next,
    future: [],
    both: new Map([...both].filter(([id]) => left.has(id))),
  }
}

/** A history after undo or redo. */
interface Moved {
  history: DraftHistory
  /** The titles of what somebody else has changed, so that it stays as it is. */
  kept: readonly string[]
  /** Whether nothing of the edit was left to revert. */
  isEmpty: boolean
}

/** Reverts the last edit of this person in the draft as it is now: the changes of others stay. */
export function undone(history: DraftHistory): Moved {
  const { past, now, future } = history
  const last = past.at(-1)
  if (!last) return { history, kept: [], isEmpty: true }
  const result = reverted(last, now, history.both)
  const undo = { ...last, from: now, to: result.draft }
  // Both versions are offered again.
  const other = last.choice === undefined ? undefined : stepsOf(now).get(last.choice)
  if (other) result.both.set(other.id, other)
  return moved(history, result, { past: past.slice(0, -1), future: [undo, ...future] })
}

/** Reverts the last undo of this person. */
export function redone(history: DraftHistory): Moved {
  const { past, now, future } = history
  const [next, ...rest] = future
  if (!next) return { history, kept: [], isEmpty: true }
  const result = reverted(next, now, history.both)
  return moved(history, result, { past: [...past, { ...next, from: now, to: result.draft }], future: rest })
}

function moved(
  { now, both }: DraftHistory,
  { draft, both: contested, kept }: Reverted,
  edits: Pick<DraftHistory, 'past' | 'future'>,
): Moved {
  const here = stepsOf(draft)
  const open = [...both, ...contested].filter(([id, other]) => here.has(id) && !isSameStep(here.get(id), other))
  return {
    history: { ...edits, now: draft, both: new Map(open) },
    kept,
    isEmpty: isSameDraft(draft, now),
  }
}

/** Adds the changes of somebody else. Undo reverts edits of this person only, so the edits stay as they are. */
export function rebased({ past, now, future, both }: DraftHistory, base: Base, theirs: Draft): DraftHistory {
  const { draft, both: more } = merged(base, now, theirs)
  const [here, there] = [stepsOf(draft), stepsOf(theirs)]
  const open = [...both.keys(), ...more.keys()].flatMap((id) => {
    const other = there.get(id)
    return other && !isSameStep(here.get(id), other) ? [[id, other] as const] : []
  })
  return { past, now: draft, future, both: new Map(open) }
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
  const now = withStep(history.now, id, () => theirs)
  const choice = { from: history.now, to: now, choice: id }
  return { past: [...history.past.slice(1 - MAX_UNDO), choice], now, future: [], both }
}
