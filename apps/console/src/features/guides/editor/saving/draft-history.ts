import { type Draft, type Step, withStep } from '../draft.ts'
import { type Base, merged } from './merge.ts'
import { sayingOf, stepsOf } from './same.ts'

const MOST_UNDONE = 100

/** What is written here, what it was before, and of steps that both have changed what somebody else has saved. */
export interface Written {
  past: readonly Draft[]
  now: Draft
  future: readonly Draft[]
  both: ReadonlyMap<string, Step>
}

export function begun(now: Draft): Written {
  return { past: [], now, future: [], both: new Map() }
}

export function changed({ past, now, both }: Written, next: Draft): Written {
  const left = stepsOf(next)
  return {
    past: [...past.slice(-MOST_UNDONE), now],
    now: next,
    future: [],
    both: new Map([...both].filter(([id]) => left.has(id))),
  }
}

export function undone(written: Written): Written {
  const { past, now, future } = written
  const last = past.at(-1)
  return last ? { ...written, past: past.slice(0, -1), now: last, future: [now, ...future] } : written
}

export function redone(written: Written): Written {
  const { past, now, future } = written
  const [next, ...rest] = future
  return next ? { ...written, past: [...past, now], now: next, future: rest } : written
}

/** With what somebody else has saved: also what is undone later leaves that as it is. */
export function rebased({ past, now, future, both }: Written, base: Base, theirs: Draft): Written {
  const onto = (draft: Draft) => merged(base, draft, theirs).draft
  const { draft, both: more } = merged(base, now, theirs)
  const [here, there] = [stepsOf(draft), stepsOf(theirs)]
  const open = [...both.keys(), ...more.keys()].flatMap((id) => {
    const other = there.get(id)
    return other && sayingOf(here.get(id)) !== sayingOf(other) ? [[id, other] as const] : []
  })
  return { past: past.map(onto), now: draft, future: future.map(onto), both: new Map(open) }
}

/** What is sent: of a step that both have changed the other's version, until one is chosen. */
export function toSend({ now, both }: Written): Draft {
  return [...both].reduce((draft, [id, theirs]) => withStep(draft, id, () => theirs), now)
}

/** Of the two versions of a step, one goes on. */
export function chosen(written: Written, id: string, which: 'mine' | 'theirs'): Written {
  const theirs = written.both.get(id)
  const both = new Map([...written.both].filter(([one]) => one !== id))
  if (which === 'mine' || !theirs) return { ...written, both }
  return {
    ...changed(
      written,
      withStep(written.now, id, () => theirs),
    ),
    both,
  }
}
