import { describe, expect, test } from 'vitest'
import { hasVisible, isPlainlyVisible } from './visible.ts'

describe('a name that others rely on', () => {
  test.each([
    ['Ingrid Halvorsen'],
    ['Étienne d’Arc-Müller, M.D.'],
    ['नेहा क्‍षत्रिय'],
    ['می‌خواهم'],
    ['葛\u{E0100}城 太郎'],
    ['李小龍'],
    ['محمد'],
    ['👩‍🔧 Ann ❤️'],
  ])('is taken as it is written: %s', (name) => {
    expect(isPlainlyVisible(name)).toBe(true)
  })

  test.each([
    ['nothing', ''],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['joiners alone', '\u200d'],
    ['variation selectors alone', '\ufe0f\u{E0100}'],
    ['Hangul fillers', '\u3164\u115f\uffa0'],
    ['the blank Braille pattern', '\u2800'],
    ['marks of direction', '\u200e\u200f'],
    ['spaces of all kinds', '\u00a0\u3000\u2003'],
    ['tags', '\u{E0041}\u{E0042}'],
    ['controls', '\u0007'],
  ])('has something to see: not %s', (_, name) => {
    expect([hasVisible(name), isPlainlyVisible(name)]).toEqual([false, false])
  })

  test.each([
    ['an override of the direction', 'Ann \u202eeroM'],
    ['an isolate', '\u2066Ann\u2069'],
    ['a mark of direction', 'Ann\u200f'],
    ['a zero-width space', 'A\u200bnn'],
    ['a soft hyphen', 'An\u00adn'],
    ['a line break', 'Ann\nMore'],
    ['a line separator', 'Ann\u2028More'],
    ['a control character', 'Ann\u0000'],
    ['a tag', 'Ann\u{E0041}'],
  ])('is what it looks like: refused with %s', (_, name) => {
    expect([hasVisible(name), isPlainlyVisible(name)]).toEqual([true, false])
  })
})
