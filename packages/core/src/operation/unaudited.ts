/**
 * Why an operation that changes something has no entry, with the sentence of the documentation. Its changes can be seen elsewhere, or
 * are of the caller alone.
 */
export const UNAUDITED = {
  event:
    'Every record that is added or replaced has an event, which says when and what; imports of many have an entry as well.',
  activity: 'What customers do in their guide is in the activity of the enrollment, with their names.',
  draft: 'Drafts of guides reach nobody until they are published; the history of a guide names who has written in it.',
  shared_list:
    'Saved views and marks of what was read or dealt with change what the team sees, and no data of customers.',
  own: 'It concerns only the person who does it: preferences, tests by mail to the own address, an offer that is not taken up yet.',
  preview: 'It only prepares or continues what has an entry of its own when it is carried out.',
} as const
export type Unaudited = keyof typeof UNAUDITED
