import { ANYONE, TEAM } from '@handrail/core/contract'
import {
  type Draft,
  newSection,
  newStep,
  type Step,
  withoutStep,
  withResponsible,
  withSection,
  withStep,
} from '../../draft/draft.ts'
import { isSameDraft, stepsOf } from '../../draft/same.ts'
import { begun, changed, chosen, type DraftHistory, rebased, redone, toSend, undone } from './draft-history.ts'
import { type Base, brought, overruled } from './merge.ts'

/** A pseudorandom sequence that is the same for the same seed. */
function randomOf(seed: number) {
  let state = seed * 2654435761 + 1
  const below = (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return { below, one: <T>(list: readonly T[]): T | undefined => list[below(list.length)] }
}

type Random = ReturnType<typeof randomOf>

/** All words of a draft, or of steps: each word that somebody types in these histories is typed once. */
function wordsOf(...parts: readonly (Draft | Step | string)[]): Set<string> {
  return new Set(JSON.stringify(parts).match(/w\d+/g))
}

function lost(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [...before].filter((word) => !after.has(word))
}

/** The server: one draft, which it trims, and its version. */
interface Server {
  draft: Draft
  version: number
}

interface Author {
  history: DraftHistory
  known: Base & { version: number }
  /** The words that this person has typed or brought back, and those that this person has removed with their own hands. */
  typed: Set<string>
  removed: Set<string>
}

/** A history of several people in one draft: each acts, saves and reads at random. Long because its parts share their state. */
export function playHistory(seed: number) {
  const random = randomOf(seed)
  const first = draftOf('one: a b c | two: d e')
  const server: Server = { draft: first, version: 1 }
  const authors = Array.from(
    { length: 2 + random.below(2) },
    (): Author => ({
      history: begun(first),
      known: { sent: first, answered: first, version: 1 },
      typed: new Set(),
      removed: new Set(),
    }),
  )
  const acknowledged = new Set<string>()
  /** Removed by hand, reported in a message, or undone by whoever typed it. */
  const accounted = new Set<string>()
  const problems: string[] = []
  let number = 0
  const word = () => `w${++number}`

  function act(author: Author): void {
    const before = author.history.now
    const next = edited(before, random, word)
    for (const one of lost(wordsOf(next), wordsOf(before))) author.typed.add(one)
    for (const one of lost(wordsOf(before), wordsOf(next))) {
      author.removed.add(one)
      accounted.add(one)
    }
    for (const [id, other] of author.history.both)
      if (!stepsOf(next).has(id)) for (const one of wordsOf(other)) accounted.add(one)
    author.history = changed(author.history, next)
  }

  function move(author: Author, how: typeof undone): void {
    const before = author.history
    const { history } = how(before)
    const [previous, shown] = [before, history].map(({ now, both }) => wordsOf(now, ...both.values()))
    if (!previous || !shown) return
    // Redo takes again what undo has brought back.
    for (const one of lost(shown, previous)) author.typed.add(one)
    for (const one of lost(previous, shown)) {
      if (!author.typed.has(one) && !author.removed.has(one)) problems.push(`${how.name} took ${one} of somebody else`)
      accounted.add(one)
    }
    author.history = history
  }

  function choose(author: Author): void {
    const [id = '', theirs] = [...author.history.both][0] ?? []
    const mine = stepsOf(author.history.now).get(id)
    if (!theirs || !mine) return
    const which = random.below(2) ? 'mine' : 'theirs'
    const [chosenStep, other] = which === 'mine' ? [mine, theirs] : [theirs, mine]
    for (const one of lost(wordsOf(other), wordsOf(chosenStep))) {
      author.removed.add(one)
      accounted.add(one)
    }
    author.history = chosen(author.history, id, which)
  }

  function read(author: Author): void {
    const { known, history } = author
    for (const text of overruled(known, history.now, server.draft)) for (const one of wordsOf(text)) accounted.add(one)
    author.history = rebased(history, known, server.draft)
    author.known = { ...brought(known, server.draft), version: server.version }
  }

  function save(author: Author): void {
    const sent = toSend(author.history)
    if (isSameDraft(sent, author.known.sent)) return
    if (author.known.version !== server.version) {
      read(author)
      return
    }
    for (const { id, responsible, internal } of stepsOf(sent).values())
      if (internal && responsible !== TEAM) problems.push(`${id} is internal, and not of the team`)
    server.draft = trimmed(sent)
    server.version++
    author.known = { sent, answered: server.draft, version: server.version }
    for (const one of wordsOf(server.draft)) acknowledged.add(one)
  }

  for (let turn = 0; turn < 30; turn++) {
    const author = random.one(authors)
    if (!author) continue
    const kind = random.below(20)
    if (kind < 8) act(author)
    else if (kind < 11) move(author, undone)
    else if (kind < 13) move(author, redone)
    else if (kind < 14) choose(author)
    else if (kind < 18) save(author)
    else read(author)
  }
  // Everybody saves and reads until nothing changes.
  for (let round = 0; round < 2 * authors.length; round++)
    for (const author of authors) {
      save(author)
      read(author)
      save(author)
    }
  const offered = wordsOf(server.draft, ...authors.flatMap(({ history: { now, both } }) => [now, ...both.values()]))
  for (const one of lost(acknowledged, offered)) if (!accounted.has(one)) problems.push(`${one} vanished`)
  return { problems, acknowledged: acknowledged.size }
}

/** One random edit by hand: words are typed and removed, steps and sections are added, moved, renamed and deleted. */
function edited(draft: Draft, random: Random, word: () => string): Draft {
  const step = random.one([...stepsOf(draft).values()])
  const section = random.one(draft.sections)
  const inText = (text: string) => {
    const words = text.split(' ').filter(Boolean)
    if (random.below(4) === 0) words.splice(random.below(words.length), 1)
    else words.splice(random.below(words.length + 1), 0, word())
    // Somebody is still typing.
    return random.below(3) ? words.join(' ') : `${words.join(' ')} `
  }
  const kind = random.below(17)
  if (kind === 0 || !section) return { ...draft, sections: [...draft.sections, newSection(word())] }
  if (kind === 1) return withSection(draft, section.id, (one) => ({ ...one, title: inText(one.title) }))
  if (kind === 2) return { ...draft, sections: draft.sections.filter(({ id }) => id !== section.id) }
  if (kind === 3) return { ...draft, description: inText(draft.description) }
  if (kind === 4) return { ...draft, sections: draft.sections.toReversed() }
  if (kind === 5 || !step)
    return withSection(draft, section.id, (one) => ({
      ...one,
      steps: [newStep('simple_content', word()), ...one.steps],
    }))
  if (kind === 6) return withoutStep(draft, step.id)
  if (kind === 7)
    return withSection(withoutStep(draft, step.id), section.id, (one) => ({ ...one, steps: [...one.steps, step] }))
  if (kind === 8) return withStep(draft, step.id, (one) => ({ ...one, required: !one.required }))
  if (kind === 14)
    return withSection(draft, section.id, (one) => ({ ...one, waiting_message: inText(one.waiting_message) }))
  if (kind === 15) {
    const who = random.one([ANYONE, TEAM]) ?? ANYONE
    return withStep(draft, step.id, (one) => withResponsible(one, who))
  }
  if (kind === 16)
    return withStep(draft, step.id, (one) => ({ ...one, internal: one.responsible === TEAM && !one.internal }))
  if (kind === 9) {
    const items = step.content.items ?? []
    const changedItems = random.below(3) ? [...items, word()] : items.slice(1)
    return withStep(draft, step.id, (one) => ({ ...one, content: { ...one.content, items: changedItems } }))
  }
  if (kind === 10) return withStep(draft, step.id, (one) => ({ ...one, title: inText(one.title) }))
  return withStep(draft, step.id, (one) => ({
    ...one,
    content: { ...one.content, markdown: inText(one.content.markdown ?? '') },
  }))
}

/** As the server stores a draft. */
function trimmed(draft: Draft): Draft {
  return JSON.parse(JSON.stringify(draft, (_key, value) => (typeof value === 'string' ? value.trim() : value)))
}

/** A draft as `one: a b | two: c`; `a!` is a step that says something else. */
export function draftOf(text: string, settings: Partial<Draft> = {}): Draft {
  const sections = text.split('|').map((part) => {
    const [id = '', steps = ''] = part.trim().split(':')
    return { ...newSection(id), id, steps: steps.trim().split(/\s+/).filter(Boolean).map(stepOf) }
  })
  return {
    title: 'Guide',
    description: '',
    completion_message: '',
    asks_effort: true,
    expires_after_days: null,
    not_started_after_days: null,
    stalled_after_days: null,
    expiring_before_days: null,
    default_assignee_id: null,
    roles: [],
    participants_may_invite: true,
    target_after_days: null,
    target_label: '',
    sections,
    ...settings,
  }
}

export function stepOf(text: string): Step {
  const id = text.replace(/\W/g, '')
  return { ...newStep('simple_content', text), id }
}
