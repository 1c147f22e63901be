import { describe, expect, test } from 'vitest'
import type { Draft, Step } from '../../draft/draft.ts'
import { isSameDraft, stepsOf } from '../../draft/same.ts'
import { begun, changed, chosen, rebased, redone, toSend, undone } from './draft-history.ts'
import { draftOf as draft, stepOf as step } from './histories.fixture.ts'
import { merged, overruled } from './merge.ts'

function textOf({ sections }: Draft): string {
  return sections.map(({ id, steps }) => `${id}: ${steps.map(({ title }) => title).join(' ')}`.trim()).join(' | ')
}

const from = (base: Draft) => ({ sent: base, answered: base })

describe('merging the drafts of two editors', () => {
  test.each([
    ['one: a b | two: c', 'one: a! b | two: c', 'one: a b | two: c!', 'one: a! b | two: c!', 'different steps'],
    ['one: a b', 'one: a x b', 'one: a b y', 'one: a x b y', 'steps that both add'],
    ['one: a b c', 'one: c a b', 'one: a b! c', 'one: c a b!', 'a move and a change'],
    ['one: a b | two: c', 'one: b | two: c a', 'one: a! b | two: c', 'one: b | two: c a!', 'a move to another section'],
    ['one: a b | two: c', 'one: b | two: a c', 'one: b | two: c a', 'one: b | two: a c', 'the same move twice'],
    [
      'one: a | two: b | three: c',
      'one: | two: a b | three: c',
      'one: | two: b | three: c a',
      'one: | two: a b | three: c',
      'two moves',
    ],
    ['one: a b', 'one: a', 'one: a b!', 'one: a b!', 'what one deletes and the other changes'],
    ['one: a b', 'one: a b!', 'one: a', 'one: a b!', 'what one changes and the other deletes'],
    ['one: a b', 'one: a', 'one: a! b', 'one: a!', 'what one deletes and nobody changes'],
    [
      'one: a | two: b',
      'one: a',
      'one: a | two: b x',
      'one: a | two: x',
      'a section that is deleted while a step comes into it',
    ],
    ['one: a | two: b', 'two: b | one: a', 'one: a x | two: b', 'two: b | one: a x', 'the order of sections'],
  ])('%s: %s and %s are %s (%s)', (base, mine, theirs, together) => {
    const { draft: result, both } = merged(from(draft(base)), draft(mine), draft(theirs))
    expect(textOf(result)).toBe(together)
    expect(both.size).toBe(0)
  })

  test('no step is lost that either of them wrote, for any edits', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    const pieces = ['one', 'two', 'three']
    const base = draft('one: a b c | two: d e | three: f')
    const anyhow = (who: string): Draft => {
      const steps = [...stepsOf(base).values()].filter(() => random(5) > 0)
      const own = steps.map((one) => (random(3) === 0 ? { ...one, title: `${one.title}${who}` } : one))
      const all = random(2) === 0 ? [...own, step(`new${who}`)] : own
      const sections = base.sections.map((section) => ({ ...section, steps: [] as Step[] }))
      for (const one of all) sections[random(pieces.length)]?.steps.push(one)
      return { ...base, sections }
    }
    for (let round = 0; round < 300; round++) {
      const [mine, theirs] = [anyhow('!'), anyhow('?')]
      const { draft: result, both } = merged(from(base), mine, theirs)
      const ids = result.sections.flatMap(({ steps }) => steps.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
      const titles = [...stepsOf(result).values(), ...both.values()].map(({ title }) => title)
      const copyText = [...stepsOf(mine).values(), ...stepsOf(theirs).values()].map(({ title }) => title)
      for (const title of copyText.filter((one) => /[!?]$/.test(one))) expect(titles).toContain(title)
    }
  })

  test('a step that both changed has both versions until one is chosen, and undo does not revert the other editor', () => {
    const base = draft('one: a b')
    const mine = changed(begun(base), draft('one: a! b'))
    const both = rebased(mine, from(base), draft('one: a? b?'))
    expect([textOf(both.now), textOf(toSend(both))]).toEqual(['one: a! b?', 'one: a? b?'])
    expect(textOf(toSend(chosen(both, 'a', 'mine')))).toBe('one: a! b?')
    const theirs = chosen(both, 'a', 'theirs')
    expect([textOf(theirs.now), textOf(undone(theirs).history.now)]).toEqual(['one: a? b?', 'one: a! b?'])
    const all = undone(undone(theirs).history)
    expect([textOf(all.history.now), textOf(toSend(all.history))]).toEqual(['one: a b?', 'one: a? b?'])
    const again = redone(redone(all.history).history).history
    expect([textOf(again.now), again.both.size]).toEqual(['one: a? b?', 0])
  })

  test('settings that one of them changed reach the other, and text trimmed by the server is no change', () => {
    const sent = draft('one: a', { title: 'Guide ' })
    const answered = draft('one: a', { title: 'Guide' })
    const mine = { ...sent, description: 'Mine' }
    const theirs = { ...answered, expires_after_days: 3 }
    const { draft: result } = merged({ sent, answered }, mine, theirs)
    expect(result).toMatchObject({ description: 'Mine', expires_after_days: 3 })
    expect(overruled({ sent, answered }, mine, theirs)).toEqual([])
    expect(overruled({ sent, answered }, mine, { ...theirs, description: 'Theirs' })).toEqual(['Theirs'])
    expect(isSameDraft(merged({ sent, answered }, sent, answered).draft, answered)).toBe(true)
  })
})
