import { expect, test } from 'vitest'
import { loadI18n } from '../../i18n/i18n.ts'
import { durationText } from './duration.ts'

const [english, german] = [await loadI18n('en'), await loadI18n('de')]

test.each([
  [0, '1 min', '1 Min.'],
  [89, '1 min', '1 Min.'],
  [90, '2 min', '2 Min.'],
  [7199, '120 min', '120 Min.'],
  [7200, '2 h', '2 Std.'],
  [172_799, '48 h', '48 Std.'],
  [172_800, '2 d', '2 T.'],
  [129_600_000, '1,500 d', '1.500 T.'],
])(
  'duration of %i seconds: its unit is minutes below two hours, hours below two days, and at least one minute',
  (seconds, ...texts) => {
    expect([durationText(seconds, english), durationText(seconds, german)]).toEqual(texts)
  },
)
