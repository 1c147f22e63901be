import { expect, test, vi } from 'vitest'
import { type Figures, printAims } from './aims.ts'

function printed(...given: Parameters<typeof printAims>): string[] {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    printAims(...given)
    return print.mock.calls.flatMap(([text]) => String(text).split('\n'))
  } finally {
    print.mockRestore()
  }
}

const figuresOf = (
  ...given: [name: 'get' | 'loopDelay' | 'deepPage' | 'listOfTwo', value: number, remark?: string][]
) => new Map(given.map(([name, value, remark]) => [name, { value, remark }])) satisfies Figures

test('the aims: a figure on its bound reaches it, one beyond it does not, upwards and downwards', () => {
  expect(printed('sqlite', figuresOf(['get', 0.75], ['loopDelay', 15]), false)).toEqual(
    expect.arrayContaining([
      '| get, of the floor | 0.75 | at least 0.75 | yes |',
      '| event loop delay with 64 writers, p99 (ms) | 15.00 | at most 15 | yes |',
    ]),
  )
  expect(printed('sqlite', figuresOf(['get', 0.74], ['loopDelay', 15.1]), false)).toEqual(
    expect.arrayContaining([
      '| get, of the floor | 0.74 | at least 0.75 | no |',
      '| event loop delay with 64 writers, p99 (ms) | 15.10 | at most 15 | no |',
    ]),
  )
})

test('the aims: the engine that ran has its own bound, or none', () => {
  const figures = figuresOf(['get', 0.78], ['listOfTwo', 1.7])
  expect(printed('postgres', figures, false)).toEqual(
    expect.arrayContaining([
      '## Aims, PostgreSQL',
      '| get, of the floor | 0.78 | at least 0.8 | no |',
      '| list 25 with two processes, of one process | 1.70 | at least 1.6 | yes |',
    ]),
  )
  expect(printed('sqlite', new Map(), true)).toContain(
    '| list 25 with two processes, of one process | not measured | none on this engine |  |',
  )
})

test('the aims: a run of one suite shows the lines that it measured, a whole run those that it left out as well', () => {
  const figures = figuresOf(['deepPage', 2.5, 'here of 2000'])
  const part = printed('sqlite', figures, false).filter((line) => line.startsWith('| '))
  expect(part.slice(2)).toEqual([
    '| page by number in the middle of 1,000,000, times page 1 (here of 2000) | 2.50 | at most 3 | yes |',
  ])
  expect(printed('sqlite', figures, true)).toContain(
    '| refresh, of oidc-provider in memory | not measured | at least 1.1 | needs --peers |',
  )
  expect(printed('sqlite', new Map(), false)).toEqual([])
})
