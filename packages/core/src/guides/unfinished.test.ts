import { describe, expect, test } from 'vitest'
import type { StoredSection } from '../storage/tables/guides.ts'
import { FIELD_KINDS, STEP_TYPES } from './contract.ts'
import { publishable } from './publication.ts'
import { unfinishedOf } from './unfinished.ts'

type Step = Parameters<typeof unfinishedOf>[0][number]['steps'][number]

function problemsOf(step: Partial<Step>, placeholders: readonly string[] = []) {
  const whole: Step = { id: 'a', title: 'Step', type: 'simple_content', content: {}, ...step }
  return unfinishedOf([{ id: 's', title: 'Section', steps: [whole] }], placeholders)
}

describe('the unfinished parts of a draft', () => {
  test.each<[string, Partial<Step>, string[]]>([
    ['a step without a title', { title: ' ' }, ['untitled_step']],
    ['a video without an address', { type: 'video' }, ['no_address']],
    ['a link to no web address', { type: 'link', content: { url: 'example' } }, ['wrong_address']],
    ['an empty checklist', { type: 'checklist', content: { items: [] } }, ['no_items']],
    ['an empty item', { type: 'checklist', content: { items: ['A', ''] } }, ['empty_item 2']],
    ['a form without questions', { type: 'form' }, ['no_questions']],
    ['a placeholder', { title: 'About [your company]' }, ['placeholder [your company]']],
    ['a word for a text that is to come', { content: { markdown: 'One\n\nTODO: more' } }, ['placeholder TODO']],
    ['a link, a footnote and a reference', { content: { markdown: '[here](x) [^note] [there][1]' } }, []],
    ['the address of another type', { content: { url: 'example' } }, []],
    ['a date that counts from the step before the first', { due: { days: 1, from: 'previous' } }, ['nothing_before']],
    ['a date that counts from no step of the guide', { due: { days: 1, from: 'gone' } }, ['unknown_base']],
    ['a date that counts from itself', { due: { days: 1, from: 'a' } }, ['circular_date Step']],
  ])('%s', (_title, step, problems) => {
    expect(problemsOf(step).map(({ problem, at }) => (at === undefined ? problem : `${problem} ${at}`))).toEqual(
      problems,
    )
  })

  test('a placeholder is reported without preventing publication, also one that the caller names', () => {
    expect(problemsOf({ title: 'New step' }, ['New step'])).toEqual([
      { id: 'a', problem: 'placeholder', at: 'New step', prevents: false },
    ])
  })

  test('a circle of dates is reported once, with the titles of its steps; at the section if only its opening leads round', () => {
    const step = (id: string, from?: string): Step => {
      return { id, title: id.toUpperCase(), type: 'simple_content', content: {}, due: from ? { days: 1, from } : null }
    }
    const found = unfinishedOf([
      { id: 's', title: 'S', steps: [step('a', 'b'), step('b', 'a')] },
      { id: 't', title: 'T', opens: { days: 1, from: 'c' }, steps: [step('c')] },
    ])
    expect(found).toEqual([
      { id: 'a', problem: 'circular_date', at: 'A → B', prevents: true },
      { id: 't', problem: 'circular_date', at: 'C', prevents: true },
    ])
  })

  test('for any draft, publishing is refused exactly if a part prevents it', () => {
    let seed = 11
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return Math.floor((seed / 2147483648) * below)
    }
    const one = <T>(list: readonly T[]): T => list[random(list.length)] as T
    const some = <T>(make: () => T): T[] => Array.from({ length: random(3) }, make)
    const texts = ['A', 'A', 'B', ' ', '']
    const field = () => ({
      name: one(['a', 'b', 'c', '']),
      label: one(texts),
      kind: one(FIELD_KINDS),
      required: true,
      ...(random(2) && { options: some(() => one(texts)) }),
      ...(random(3) === 0 && { min: random(3), max: random(3) }),
      ...(random(3) === 0 && { earliest: `2026-11-0${1 + random(3)}`, latest: `2026-11-0${1 + random(3)}` }),
    })
    const step = () => ({
      id: String(random(1e9)),
      title: one(texts),
      type: one(STEP_TYPES),
      ...(random(9) === 0 && { due: { days: 1, from: one(['enrolled', 'previous', 'gone']) } }),
      content: {
        ...(random(3) && {
          url: one(['https://a.example', 'HTTP://a', 'ftp://a', 'http:', 'a', '', ' https://b.example']),
        }),
        ...(random(3) && { items: some(() => one(texts)) }),
        ...(random(3) && { fields: some(field) }),
      },
    })
    let refused = 0
    for (let round = 0; round < 4000; round++) {
      const sections = [{ id: 's', title: one(['S', 'S', 'S', '']), description: '', steps: [step()] }]
      // As the draft is stored: trimmed.
      const stored: StoredSection[] = JSON.parse(
        JSON.stringify(sections, (_key, value) => (typeof value === 'string' ? value.trim() : value)),
      )
      const prevents = unfinishedOf(sections).some((part) => part.prevents)
      expect(publishable(stored).problems !== undefined, JSON.stringify(sections)).toBe(prevents)
      if (prevents) refused++
    }
    // Both happen often.
    expect(refused).toBeGreaterThan(500)
    expect(refused).toBeLessThan(3500)
  })
})
