import { expect, test } from 'vitest'
import { EVENT_TYPES, type EventType } from '../events.ts'
import { eventBody } from './event-types.ts'
import { exampleOf } from './examples.ts'

test.each(Object.keys(EVENT_TYPES) as EventType[])(
  'the example of %s is what its schema says, and all of it',
  (type) => {
    const example = exampleOf(type)
    expect(eventBody(type).parse(example)).toStrictEqual(example)
  },
)
