import type { Draft } from '../../draft/draft.ts'

/** A pause after which more typing is another edit, as in text editors. */
const PAUSE_MS = 600
/** Steady typing becomes another edit after this long, so that undo does not take a whole page. */
const MAX_LENGTH_MS = 5000

/** An edit of one person: the draft before and after it. */
export interface Edit {
  from: Draft
  to: Draft
  /** The step of which the edit chose the version of somebody else. */
  choice?: string
  /** The text that was typed, if the edit changed nothing else. */
  typing?: Typing
}

/** The text that an edit changes, and when. */
interface Typing {
  /** The place of the text in the draft, as in `sections.0.steps.2.title`. */
  path: string
  /** Times of the first and the last change, in milliseconds. */
  began: number
  ended: number
}

/** The edit of a change. @param at the time of the change, in milliseconds */
export function editOf(from: Draft, to: Draft, at: number): Edit {
  const path = onlyChangedText(from, to)
  return path === undefined ? { from, to } : { from, to, typing: { path, began: at, ended: at } }
}

/** Two edits as one, if the second one continues typing in the same text; undefined otherwise. */
export function joined(last: Edit | undefined, next: Edit): Edit | undefined {
  // Between them nobody else has changed the draft.
  if (!last?.typing || !next.typing || last.to !== next.from) return undefined
  const { path, began, ended } = last.typing
  const at = next.typing.ended
  if (path !== next.typing.path || at - ended > PAUSE_MS || at - began > MAX_LENGTH_MS) return undefined
  return { from: last.from, to: next.to, typing: { path, began, ended: at } }
}

/** The path of the text that alone differs between two drafts, or undefined if more or something else differs. */
function onlyChangedText(from: Draft, to: Draft): string | undefined {
  const [first, second] = differences(from, to)
  return first !== undefined && second === undefined && first.isText ? first.path : undefined
}

/** Unchanged parts are the same object. */
function* differences(from: unknown, to: unknown, path = ''): Generator<{ path: string; isText: boolean }> {
  if (from === to) return
  if (!isContainer(from) || !isContainer(to)) {
    // The first letters of a text that was not there before.
    yield { path, isText: typeof (from ?? '') === 'string' && typeof to === 'string' }
    return
  }
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)]))
    yield* differences(Reflect.get(from, name), Reflect.get(to, name), `${path}.${name}`)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
