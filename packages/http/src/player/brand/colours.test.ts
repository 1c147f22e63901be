import { describe, expect, test } from 'vitest'
import { brandStyle, contrast } from './colours.ts'

type Rgb = [number, number, number]

/** The variables of a theme of a style sheet. */
function themes(colour: string): { light: Record<string, Rgb>; dark: Record<string, Rgb> } {
  const [light = '', dark = ''] = brandStyle(colour).split('@media')
  const read = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/--([\w-]+):rgb\((\d+) (\d+) (\d+)\)/g)].map(([, name, ...rgb]) => [name, rgb.map(Number)]),
    ) as Record<string, Rgb>
  return { light: read(light), dark: read(dark) }
}

const GROUNDS = {
  light: [
    [245, 246, 244],
    [255, 255, 255],
  ],
  dark: [
    [17, 23, 21],
    [26, 34, 32],
  ],
} as const
/** The words of the style sheet, which no colour replaces. */
const WORDS: Record<'light' | 'dark', Record<'ink' | 'soft', Rgb>> = {
  light: { ink: [27, 36, 33], soft: [86, 99, 94] },
  dark: { ink: [232, 238, 235], soft: [163, 177, 171] },
}
const COLOURS = [
  '#ffff00',
  '#ffd400',
  '#000000',
  '#ffffff',
  '#0f6b5c',
  '#f4c430',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#777777',
  '#ffe4e1',
  '#808000',
]

describe.each(COLOURS)('the colour %s', (colour) => {
  test.each(['light', 'dark'] as const)('has enough contrast in the %s', (theme) => {
    const { [theme]: found } = themes(colour)
    const of = (name: string): Rgb => found[name] ?? [0, 0, 0]
    const pairs: [string, Rgb, Rgb][] = [
      ['on-accent', of('on-accent'), of('accent')],
      ['accent on tint', of('accent'), of('tint')],
      ['hero-ink', of('hero-ink'), of('hero')],
      ['hero-soft', of('hero-soft'), of('hero')],
      ['hero-on-button', of('hero-on-button'), of('hero-button')],
      // Under the pointer.
      ['on-accent on accent-deep', of('on-accent'), of('accent-deep')],
      ...GROUNDS[theme].flatMap((ground): [string, Rgb, Rgb][] =>
        ['accent', 'accent-deep'].map((name) => [name, of(name), [...ground]]),
      ),
      ['ink on tint', WORDS[theme].ink, of('tint')],
      ['soft on tint', WORDS[theme].soft, of('tint')],
      ['ink on tint-2', WORDS[theme].ink, of('tint-2')],
    ]
    for (const [name, i18n, ground] of pairs) expect(contrast(i18n, ground), name).toBeGreaterThanOrEqual(4.5)
    // What is done stands out from the hero, and the button too.
    for (const name of ['rail', 'hero-button']) expect(contrast(of(name), of('hero')), name).toBeGreaterThanOrEqual(3)
  })
})

test('the header of the light theme has the colour of the workspace', () => {
  expect(themes('#f4c430').light.hero).toEqual([244, 196, 48])
})
