import { ANYONE, TEAM } from '@handrail/core/contract'
import { describe, expect, test } from 'vitest'
import { type Draft, type Step, withoutStep, withStep } from '../../draft/draft.ts'
import { begun, changed, type DraftHistory, rebased, redone, undone } from './draft-history.ts'
import { draftOf, playHistory } from './histories.fixture.ts'
import { changedText } from './text-ranges.ts'

/** Some in every run of the tests; use 2000 for thorough runs. */
const HISTORIES = Number(process.env.HANDRAIL_TEST_UNDO_HISTORIES ?? 400)
const base = draftOf('one: a b | two: c')

const typed = (draft: Draft, id: string, markdown: string) =>
  withStep(draft, id, (step) => ({ ...step, content: { ...step.content, markdown } }))

/** Another person saves this, and it is brought in. */
const from = (history: DraftHistory, theirs: Draft, before = base) =>
  rebased(history, { sent: before, answered: before }, theirs)

function stepIn({ sections }: Draft, id: string) {
  return sections.flatMap(({ steps }) => steps).find((step) => step.id === id)
}

describe('undo in a draft with several authors', () => {
  test('the words of a colleague in a step that was deleted here stay when the deletion is undone and redone', () => {
    const deleted = changed(begun(base), withoutStep(base, 'b'))
    const both = from(deleted, typed(base, 'b', 'Words of a colleague'))
    const { history, kept } = undone(both)
    expect(stepIn(history.now, 'b')?.content.markdown).toBe('Words of a colleague')
    expect(kept).toEqual(['b'])
    expect(stepIn(redone(history).history.now, 'b')?.content.markdown).toBe('Words of a colleague')
  })

  test('steady typing in one text is one edit; a pause, another text, an undo and a change of somebody else begin another', () => {
    let history = begun(base)
    let clock = 0
    const type = (id: string, text: string, pause = 100) => {
      clock += pause
      history = changed(history, typed(history.now, id, text), clock)
    }
    const undo = () => {
      history = undone(history).history
      return ['a', 'c'].map((id) => stepIn(history.now, id)?.content.markdown ?? '')
    }
    for (const text of ['H', 'He', 'Hel', 'Hell', 'Hello']) type('a', text)
    type('a', 'Hello you', 700)
    for (const text of ['O', 'On', 'One']) type('c', text)
    expect(history.past).toHaveLength(3)
    expect(undo()).toEqual(['Hello you', ''])
    type('c', 'T')
    expect(undo()).toEqual(['Hello you', ''])
    expect(undo()).toEqual(['Hello', ''])
    expect(undo()).toEqual(['', ''])
    for (let letters = 1; letters <= 100; letters++) type('a', 'x'.repeat(letters))
    expect(history.past.length).toBeGreaterThan(1)
    history = from(history, typed(base, 'b', 'Theirs'))
    const edits = history.past.length
    type('a', 'y')
    expect(history.past).toHaveLength(edits + 1)
  })

  test('a step that was added here stays while it has the words of a colleague', () => {
    const added = changed(begun(base), draftOf('one: a new b | two: c'))
    const sent = added.now
    const both = rebased(added, { sent, answered: sent }, typed(sent, 'new', 'Words'))
    const { history, kept } = undone(both)
    expect(history.now.sections[0]?.steps.map(({ id }) => id)).toEqual(['a', 'new', 'b'])
    expect(kept).toEqual(['new'])
    expect(stepIn(undone(added).history.now, 'new')).toBeUndefined()
  })

  test('words typed here are undone within a text to which a colleague added words', () => {
    const start = typed(base, 'a', 'One two')
    const mine = changed(begun(start), typed(start, 'a', 'One more two'))
    const sent = mine.now
    const both = rebased(mine, { sent, answered: sent }, typed(sent, 'a', 'One more two three'))
    const { history } = undone(both)
    expect(stepIn(history.now, 'a')?.content.markdown).toBe('One two three')
    expect(stepIn(redone(history).history.now, 'a')?.content.markdown).toBe('One more two three')
  })

  test('words that a colleague changed in the text to undo are offered beside the undone text', () => {
    const mine = changed(begun(base), typed(base, 'a', 'One two three'))
    const sent = mine.now
    const both = rebased(mine, { sent, answered: sent }, typed(sent, 'a', 'One and three'))
    const { history } = undone(both)
    expect(stepIn(history.now, 'a')?.content.markdown).toBeUndefined()
    expect(history.both.get('a')?.content.markdown).toBe('One and three')
    expect(redone(history).history.both.size).toBe(0)
  })

  test('a step that a colleague made internal is not internal any more once it is undone that the team does it', () => {
    const ours = (draft: Draft, changes: Partial<Step>) => withStep(draft, 'a', (step) => ({ ...step, ...changes }))
    const mine = changed(begun(base), ours(base, { responsible: TEAM }))
    const sent = mine.now
    const both = rebased(mine, { sent, answered: sent }, ours(sent, { internal: true, assignee_id: 'robin' }))
    expect(stepIn(undone(both).history.now, 'a')).toMatchObject({
      responsible: ANYONE,
      internal: false,
      assignee_id: null,
    })
  })

  test('a step that a colleague deleted does not return with the undo of words in it', () => {
    const mine = changed(begun(base), typed(base, 'a', 'One'))
    const sent = mine.now
    const both = rebased(mine, { sent, answered: sent }, withoutStep(sent, 'a'))
    expect(undone(both)).toMatchObject({
      isEmpty: true,
      history: { now: { sections: [{ steps: [{ id: 'b' }] }, {}] } },
    })
  })

  test('the title that a colleague gave a section stays when another one is undone', () => {
    const title = (draft: Draft, text: string): Draft => ({
      ...draft,
      sections: draft.sections.map((one) => (one.id === 'one' ? { ...one, title: text } : one)),
    })
    const mine = changed(begun(base), title(base, 'Mine'))
    const both = rebased(mine, { sent: mine.now, answered: mine.now }, title(base, 'Theirs'))
    const { history, kept } = undone(both)
    expect([history.now.sections[0]?.title, kept]).toEqual(['Theirs', ['Theirs']])
  })

  test.each([
    ['One two', 'One', 'One two three', 'One three'],
    ['One two', 'Two', 'One', undefined],
    ['w1', '', 'w10 w1', 'w10 '],
    ['', 'One', '', 'One'],
    ['a b c', 'a c', 'a b c d', 'a c d'],
  ])('from "%s" to "%s" where it reads "%s" now: %s', (was, own, standing, expected) => {
    expect(changedText(standing, was, own)).toBe(expected)
  })

  test(`no acknowledged word vanishes without being offered, in ${HISTORIES} histories of two and three people`, {
    timeout: 240_000,
  }, () => {
    let acknowledged = 0
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const history = playHistory(seed)
      expect(history.problems, `history ${seed}`).toEqual([])
      acknowledged += history.acknowledged
    }
    expect(acknowledged).toBeGreaterThan(HISTORIES * 3)
  })
})
