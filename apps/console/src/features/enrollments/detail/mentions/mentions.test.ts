import { describe, expect, test } from 'vitest'
import { mentionAt, mentionedIn, partsOf, suggestedFor, withMention } from './mentions.ts'

const ROBIN = { id: 'r', name: 'Robin' }
const HALE = { id: 'h', name: 'Robin Hale' }
const JONAS = { id: 'j', name: 'Jonas Weber' }
const MEMBERS = [ROBIN, HALE, JONAS]

describe('a mention', () => {
  test.each([
    ['@', 1, { from: 0, query: '' }],
    ['See @jo', 7, { from: 4, query: 'jo' }],
    ['See @Jonas W', 12, { from: 4, query: 'Jonas W' }],
    ['See\n@jo and', 7, { from: 4, query: 'jo' }],
    ['me@example.com', 14, undefined],
    ['See @jo\nlater', 13, undefined],
    ['nobody', 6, undefined],
    [`@${'x'.repeat(41)}`, 42, undefined],
  ])('is being typed in %j before %i: %j', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toEqual(expected)
  })

  test('is suggested by the beginning of any word of a name', () => {
    expect(suggestedFor(MEMBERS, 'ro')).toEqual([ROBIN, HALE])
    expect(suggestedFor(MEMBERS, 'WEB')).toEqual([JONAS])
    expect(suggestedFor(MEMBERS, 'jonas w')).toEqual([JONAS])
    expect(suggestedFor(MEMBERS, 'onas')).toEqual([])
    expect(suggestedFor(MEMBERS, '')).toEqual(MEMBERS)
  })

  test('takes the place of what was typed', () => {
    expect(withMention('See @jo please', { from: 4, query: 'jo' }, JONAS)).toEqual({
      text: 'See @Jonas Weber please',
      caret: 17,
    })
  })

  test('is of the longest name, and of whole words', () => {
    const mentioned = (text: string) => mentionedIn(text, MEMBERS)
    expect(mentioned('@Robin Hale, look')).toEqual(['h'])
    expect(mentioned('@Robin, look. @Jonas Weber?')).toEqual(['r', 'j'])
    expect(mentioned('@Robinson and @Jonas')).toEqual([])
    expect(partsOf('Ask @Robin.', MEMBERS)).toEqual([
      { text: 'Ask ' },
      { text: '@Robin', member: ROBIN },
      { text: '.' },
    ])
  })

  test('of two members with one name is of both', () => {
    expect(mentionedIn('@Robin', [ROBIN, { id: 'r2', name: 'Robin' }])).toEqual(['r', 'r2'])
  })
})
