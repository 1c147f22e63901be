import { expect, test } from 'vitest'
import { type ComparedGuide, changesOf } from './compare.ts'

/** A guide of sections: `One: a b | Two: c`, where a capital letter says that a step reads otherwise. */
function guide(outline: string): ComparedGuide {
  const sections = outline.split(' | ').map((one) => {
    const [title = '', steps = ''] = one.split(':')
    return { id: title.toLowerCase(), title, description: '', steps: steps.split(' ').filter(Boolean).map(step) }
  })
  return { title: 'G', description: '', completion_message: '', asks_effort: true, sections }
}

function step(title: string) {
  return { id: title.toLowerCase(), title, type: 'simple_content' as const, content: {}, required: true }
}

test.each([
  ['nothing', 'One: a b', 'One: a b', []],
  ['a new step and one that is gone', 'One: a b', 'One: b c', ['added c', 'removed a']],
  ['a step that reads otherwise', 'One: a b', 'One: a B', ['changed B']],
  ['a step in another section', 'One: a b | Two: c', 'One: a | Two: b c', ['moved b']],
  ['a step that went up: the others stand as they stood', 'One: a b c d', 'One: d a b c', ['moved d']],
  ['two that went down', 'One: a b c d e', 'One: c d e a b', ['moved a', 'moved b']],
  ['moved and otherwise', 'One: a b c', 'One: C a b', ['changed C']],
  ['a section of another name', 'One: a', 'ONE: a', ['changed ONE']],
  ['a new section with a step of another', 'One: a b', 'One: a | Two: b', ['added Two', 'moved b']],
  ['sections in another order', 'One: a | Two: b | Three: c', 'Three: c | One: a | Two: b', ['moved Three']],
] as const)('%s', (_what, before, after, expected) => {
  const changes = changesOf(guide(before), guide(after))
  expect(changes.map(({ kind, title }) => `${kind} ${title}`)).toEqual(expected)
})

test('changes of a guide: its own texts', () => {
  expect(changesOf(guide('One: a'), { ...guide('One: a'), description: 'New' })).toEqual([
    { kind: 'guide', title: 'G' },
  ])
})

test('changes of a guide: the changed fields of a step, and the section of added and removed ones', () => {
  const previous = guide('One: a b c')
  const [section] = previous.sections
  if (!section) throw new Error('There is a section')
  const [a, b] = section.steps
  if (!a || !b) throw new Error('There are steps')
  const now = {
    ...previous,
    sections: [
      {
        ...section,
        description: 'Told',
        steps: [
          { ...a, title: 'Anew', content: { markdown: 'Read this' }, estimated_minutes: 4 },
          { ...b, type: 'checklist' as const, content: { items: ['One'] }, required: false },
          step('d'),
        ],
      },
    ],
  }
  expect(changesOf(previous, now)).toEqual([
    { kind: 'changed', id: 'one', title: 'One', in: ['description'] },
    { kind: 'changed', id: 'a', title: 'Anew', in: ['title', 'text', 'minutes'] },
    { kind: 'changed', id: 'b', title: 'b', in: ['type', 'now_optional'] },
    { kind: 'added', id: 'd', title: 'd', section: 'One' },
    { kind: 'removed', id: 'c', title: 'c', section: 'One' },
  ])
  const [, second] = now.sections[0]?.steps ?? []
  if (!second) throw new Error('It is there')
  const asked = { ...now, sections: [{ ...section, steps: [{ ...second, content: { items: ['One', 'Two'] } }] }] }
  expect(changesOf({ ...now, sections: [{ ...section, steps: [second] }] }, asked)).toMatchObject([{ in: ['content'] }])
})

test('changes of a guide: whether a step is reviewed, and by whom', () => {
  const previous = guide('One: a b')
  const [section] = previous.sections
  const [a, b] = section?.steps ?? []
  if (!section || !a || !b) throw new Error('They are there')
  const reviewed = { ...a, needs_review: true }
  const now = { ...previous, sections: [{ ...section, steps: [reviewed, b] }] }
  expect(changesOf(previous, now)).toEqual([{ kind: 'changed', id: 'a', title: 'a', in: ['review'] }])
  const byRobin = { ...previous, sections: [{ ...section, steps: [{ ...reviewed, reviewer_id: 'robin' }, b] }] }
  expect(changesOf(now, byRobin)).toMatchObject([{ in: ['review'] }])
  const explicit = { ...a, needs_review: false, reviewer_id: null }
  expect(changesOf(previous, { ...previous, sections: [{ ...section, steps: [explicit, b] }] })).toEqual([])
})

test('changes of a guide: who does a step, by when, when a section opens, and its text until then', () => {
  const previous = guide('One: a b')
  const [section] = previous.sections
  const [a, b] = section?.steps ?? []
  if (!section || !a || !b) throw new Error('They are there')
  const who = { ...a, responsible: 'team', internal: true }
  const due = { ...b, due: { days: 3, from: 'enrolled' } }
  const gated = { ...section, opens: 'by_team' as const, waiting_message: 'Soon', steps: [who, due] }
  expect(changesOf(previous, { ...previous, sections: [gated], target_after_days: 20 })).toEqual([
    { kind: 'guide', title: 'G' },
    { kind: 'changed', id: 'one', title: 'One', in: ['opens', 'waiting_message'] },
    { kind: 'changed', id: 'a', title: 'a', in: ['responsible'] },
    { kind: 'changed', id: 'b', title: 'b', in: ['due'] },
  ])
  // What a field says without being there is no change.
  const explicit = { ...due, due: { ...due.due, calendar_days: false }, internal: false, assignee_id: null }
  expect(
    changesOf(
      { ...previous, sections: [{ ...gated, steps: [due] }] },
      { ...previous, sections: [{ ...gated, steps: [explicit] }] },
    ),
  ).toEqual([])
})
