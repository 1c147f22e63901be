import { expect, test } from 'vitest'
import { exampleOf } from '../events/examples.ts'
import { EVENT_TYPES, type EventType } from '../events/record.ts'
import { eventBody } from './event-types.ts'

test.each(Object.keys(EVENT_TYPES) as EventType[])(
  'the example of %s is what its schema says, and all of it',
  (type) => {
    const example = exampleOf(type)
    expect(eventBody(type).parse(example)).toStrictEqual(example)
  },
)
