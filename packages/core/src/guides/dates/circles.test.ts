import { describe, expect, test } from 'vitest'
import { oneOf, rule, section, someSections, step, upTo } from '../../../test/dated-plans.ts'
import { createRandom } from '../../sample/random.ts'
import { ruleFaults } from './circles.ts'
import type { DatedSection } from './outline.ts'

describe('a rule that gives no date', () => {
  test('counts from the step before, in the first step', () => {
    expect(ruleFaults([section('Kick-off', 'at_once', step('Meet', rule(1, 'previous')))])).toEqual([
      { code: 'nothing_before', section: 0, step: 0, path: [], length: 0 },
    ])
  })

  test('counts from a step that does not exist, in a step and in a section', () => {
    const sections = [
      section('Kick-off', 'at_once', step('Meet')),
      section('Connect', rule(1, 'gone'), step('Send'), step('Check', rule(1, 'gone'))),
    ]
    expect(ruleFaults(sections)).toEqual([
      { code: 'unknown_step', section: 1, step: null, path: [], length: 0 },
      { code: 'unknown_step', section: 1, step: 1, path: [], length: 0 },
    ])
  })
})

const circular = (at: number, index: number | null, ...path: string[]) => [
  { code: 'circular', section: at, step: index, path, length: path.length },
]

describe('a circle', () => {
  test('is a step that counts from itself', () => {
    const sections = [section('A', 'at_once', step('One'), step('Two', rule(1, 'Two')))]
    expect(ruleFaults(sections)).toEqual(circular(0, 1, 'Two'))
  })

  test('goes over the step before, and is named once at its first step', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(1, 'Three'))),
      section('B', 'at_once', step('Two', rule(1, 'previous')), step('Three', rule(1, 'previous'))),
    ]
    expect(ruleFaults(sections)).toEqual(circular(0, 0, 'One', 'Three', 'Two'))
  })

  test('goes over the opening of a section that waits for the step', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(1, 'Two'))),
      section('B', 'after_previous', step('Two', rule(3, 'opened'))),
    ]
    expect(ruleFaults(sections)).toEqual(circular(0, 0, 'One', 'Two'))
  })

  test('goes over a section that waits for the step, whatever the date of the other counts from', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(1, 'Two'))),
      section('B', 'after_previous', step('Two', rule(3, 'enrolled'))),
    ]
    expect(ruleFaults(sections)).toEqual(circular(0, 0, 'One', 'Two'))
  })

  test('goes over a section that opens by the date of its own step, and is named at the section', () => {
    const sections = [section('A', 'at_once', step('One')), section('B', rule(1, 'Two'), step('Two'))]
    expect(ruleFaults(sections)).toEqual(circular(1, null, 'Two'))
  })

  test('goes over a section that opens by the date of its own step, and is named at that step if its date counts from the opening', () => {
    const sections = [
      section('A', 'at_once', step('One')),
      section('B', rule(1, 'Two'), step('Two', rule(1, 'opened'))),
    ]
    expect(ruleFaults(sections)).toEqual(circular(1, 0, 'Two'))
  })

  test('is reported beside another one over the same section', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(1, 'Three')), step('Two', rule(1, 'Four'))),
      section('B', 'after_previous', step('Three', rule(1, 'opened')), step('Four', rule(1, 'opened'))),
    ]
    expect(ruleFaults(sections)).toEqual([...circular(0, 0, 'One', 'Three'), ...circular(0, 1, 'Two', 'Four')])
  })

  test('goes over two sections that wait for each other', () => {
    const sections = [
      section('A', rule(1, 'Two'), step('One')),
      section('B', 'after_previous', step('Two', rule(1, 'started'))),
    ]
    expect(ruleFaults(sections)).toEqual(circular(0, null, 'Two', 'One'))
  })

  test('is named by its first eight steps', () => {
    const steps = Array.from({ length: 30 }, (_, at) => step(`${at}`, rule(1, at === 0 ? '29' : 'previous')))
    const path = ['0', '29', '28', '27', '26', '25', '24', '23']
    expect(ruleFaults([section('A', 'at_once', ...steps)])).toEqual([
      { code: 'circular', section: 0, step: 0, path, length: 30 },
    ])
  })

  test('is reported for each of two parts of a guide, and not for steps that only count from it', () => {
    const sections = [
      section('A', 'at_once', step('One', rule(1, 'Two')), step('Two', rule(1, 'One')), step('After', rule(1, 'One'))),
      section('B', 'at_once', step('Three', rule(1, 'Three')), step('Then', rule(1, 'previous'))),
    ]
    expect(ruleFaults(sections)).toEqual([...circular(0, 0, 'One', 'Two'), ...circular(1, 0, 'Three')])
  })
})

test.each([
  ['a step that counts from a later one', [section('A', 'at_once', step('One', rule(1, 'Two')), step('Two'))]],
  [
    'a step that counts from one of a section that the team opens',
    [section('A', 'at_once', step('One', rule(1, 'Two'))), section('B', 'by_team', step('Two', rule(1, 'opened')))],
  ],
  [
    'a step that no section waits for',
    [
      section('A', 'at_once', step('One'), step('Optional', rule(1, 'Two'), false)),
      section('B', 'after_previous', step('Two', rule(1, 'opened'))),
    ],
  ],
  ['no steps', [section('A', 'at_once'), section('B', 'after_previous')]],
])('%s has no fault', (_, sections) => {
  expect(ruleFaults(sections)).toEqual([])
})

/** Whether something depends on itself, by following everything from everywhere. */
function goesRound(sections: readonly DatedSection[]): boolean {
  const steps = sections.flatMap(({ steps }) => steps)
  const home = new Map(sections.flatMap((one) => one.steps.map(({ id }): [string, DatedSection] => [id, one])))
  const openingNeeds = (one: DatedSection): string[] => {
    if (typeof one.opens === 'object') return home.has(one.opens.from) ? [one.opens.from] : []
    const before = sections.slice(0, sections.indexOf(one))
    return one.opens === 'after_previous'
      ? before.flatMap(({ steps: own }) => own.filter(isCounted)).map(({ id }) => id)
      : []
  }
  const isCounted = ({ counted }: { counted: boolean }) => counted
  const needs = (id: string) => {
    const at = steps.findIndex((one) => one.id === id)
    const from = steps[at]?.due?.from ?? ''
    const base =
      from === 'previous' ? steps.slice(Math.max(at - 1, 0), at).map((one) => one.id) : home.has(from) ? [from] : []
    const own = home.get(id)
    return [...base, ...(own ? openingNeeds(own) : [])]
  }
  return steps.some(({ id }) => {
    const found = new Set<string>()
    for (const open = needs(id); open.length > 0; ) {
      const next = open.pop() ?? ''
      if (found.has(next)) continue
      found.add(next)
      open.push(...needs(next))
    }
    return found.has(id)
  })
}

test('a circle is reported exactly if something depends on itself, in any guide', () => {
  const random = createRandom(11)
  let round = 0
  for (let guide = 0; guide < 4000; guide += 1) {
    const sections = someSections(random)
    const expected = goesRound(sections)
    const circles = ruleFaults(sections).filter(({ code }) => code === 'circular')
    expect(circles.length > 0, JSON.stringify(sections)).toBe(expected)
    if (expected) round += 1
    for (const { path, length } of circles) expect(length).toBeGreaterThanOrEqual(path.length || 1)
  }
  expect(round).toBeGreaterThan(200)
})

test('at most 20 circles are reported', () => {
  const circles = Array.from({ length: 25 }, (_, at) => step(`${at}`, rule(1, `${at}`)))
  expect(ruleFaults([section('A', 'at_once', ...circles)])).toHaveLength(20)
})

test('the order of ids has no part in what is reported', () => {
  const random = createRandom(12)
  for (let guide = 0; guide < 500; guide += 1) {
    const sections = someSections(random)
    const shift = oneOf(random, 'z', 'a') + upTo(random, 10)
    const renamed = sections.map((one) => ({
      ...one,
      ...(typeof one.opens === 'object' && { opens: { ...one.opens, from: renamedBase(one.opens.from, shift) } }),
      steps: one.steps.map((each) => ({
        ...each,
        id: shift + each.id,
        due: each.due && { ...each.due, from: renamedBase(each.due.from, shift) },
      })),
    }))
    expect(ruleFaults(renamed)).toEqual(ruleFaults(sections))
  }
})

function renamedBase(from: string, shift: string): string {
  return from.includes('.') ? shift + from : from
}
