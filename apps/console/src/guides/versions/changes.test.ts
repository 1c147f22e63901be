import { expect, test } from 'vitest'
import { type Contents, changesOf } from './changes.ts'

/** A guide of sections: `One: a b | Two: c`, where a capital letter says that a step reads otherwise. */
function guide(outline: string): Contents {
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

test('what the guide says of itself', () => {
  expect(changesOf(guide('One: a'), { ...guide('One: a'), description: 'New' })).toEqual([
    { kind: 'guide', title: 'G' },
  ])
})
