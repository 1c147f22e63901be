import type { AppError, Operation } from '@handrail/core'
import type { Params } from './protocol.ts'
import { listerOf } from './tools.ts'

interface Problem {
  argument: string
  /** In words that follow the name of the argument. */
  text: string
}

const AGAIN = 'Correct these arguments and call again.'
const LEAVE_OUT = 'Leave out arguments that have no value, and call again.'

/** Tools that find what an argument refers to. */
const FINDERS: Record<string, string> = {
  contact_id: 'list_contacts',
  organisation_id: 'list_organisations',
  guide_id: 'list_guides',
}

/** Advice on refused arguments: the sentences that a model reads after the problems. */
export function remedyOf({ errors = {} }: AppError, operation: Operation, given: Params): string {
  const problems = Object.entries(errors).flatMap(([argument, texts]) => texts.map((text) => ({ argument, text })))
  if (problems.some(({ text }) => text === 'is not a known field'))
    return `Known arguments are ${Object.keys(operation.input.shape).join(', ')}. Call again with these alone.`
  const finders = new Set<string>()
  const sentences = new Set<string>()
  for (const problem of problems) {
    const own = ownRemedy(problem, operation)
    const finder = FINDERS[problem.argument] ?? (problem.argument === 'id' ? listerOf(operation)?.name : undefined)
    if (isNeedless(problem, operation, given)) sentences.add(LEAVE_OUT)
    else if (own) sentences.add(own)
    else if (finder) finders.add(finder)
    else sentences.add(AGAIN)
  }
  if (finders.size > 0) sentences.add(`Find the id with ${[...finders].join(' and ')}, then call again.`)
  return [...sentences].join(' ')
}

/** Advice on problems that another value of the same kind would not solve. */
function ownRemedy({ argument, text }: Problem, { name }: Operation): string | undefined {
  if (argument === 'cursor')
    return 'Begin with cursor "" and without page, and go on with the meta.next_cursor of each answer.'
  if (text.startsWith('cannot change from'))
    return 'See it with get_enrollment: completed is final, and nothing goes back to invited.'
  if (text === 'is not published') return 'Choose a guide that list_guides names.'
  if (text === 'is already enrolled in this guide')
    return 'Find the enrollment with list_enrollments and this contact_id and guide_id, and use that one.'
  if (text !== 'has already been taken') return undefined
  if (argument === 'external_id') return 'Another contact has this external_id: give another, or leave it out.'
  return name === 'create_contact'
    ? 'Find the contact with list_contacts and this email, and use update_contact instead.'
    : 'Another contact has this email: find it with list_contacts.'
}

/** Models tend to give every argument, with null or "" where they have no value. For cursor, "" does have a meaning. */
function isNeedless({ argument }: Problem, { input }: Operation, given: Params): boolean {
  const value = given[argument]
  return (
    (value === null || (value === '' && argument !== 'cursor')) &&
    input.shape[argument]?.safeParse(undefined).success === true
  )
}
