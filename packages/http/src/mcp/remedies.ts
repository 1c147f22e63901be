import type { AppError, FieldErrorCode, Operation } from '@handrail/core'
import { argumentsOf } from './hidden.ts'
import type { Params } from './protocol.ts'
import { finderOf, listerOf } from './tools.ts'

interface Problem {
  argument: string
  code: FieldErrorCode
}

const AGAIN = 'Correct these arguments and call again.'
const LEAVE_OUT = 'Leave out arguments that have no value, and call again.'
const CURSOR = 'Begin with cursor "" and without page, and continue with the meta.next_cursor of each answer.'

/** Advice on refused arguments, which follows the problems in the result. */
export function remedyOf({ fieldErrors = {} }: AppError, operation: Operation, given: Params): string {
  const problems = Object.entries(fieldErrors).flatMap(([argument, errors]) =>
    [errors].flat().map(({ code }) => ({ argument, code })),
  )
  if (problems.some(({ code }) => code === 'unknown_field'))
    return `Known arguments are ${argumentsOf(operation).join(', ')}. Call again with these only.`
  const finders = new Set<string>()
  const sentences = new Set<string>()
  for (const problem of problems) {
    const own = ownRemedy(problem, operation)
    const finder = problem.argument === 'id' ? listerOf(operation) : finderOf(problem.argument)
    if (isNeedless(problem, operation, given)) sentences.add(LEAVE_OUT)
    else if (own) sentences.add(own)
    else if (finder) finders.add(finder.name)
    else sentences.add(AGAIN)
  }
  if (finders.size > 0) sentences.add(`Find the id with ${[...finders].join(' and ')}, then call again.`)
  return [...sentences].join(' ')
}

/** Advice on problems that another value of the same kind would not solve. */
function ownRemedy({ argument, code }: Problem, { tool }: Operation): string | undefined {
  return argument === 'cursor' ? CURSOR : tool?.remedies?.[`${argument}.${code}`]
}

/** Models tend to give every argument, with null or "" where they have no value. For cursor, "" does have a meaning. */
function isNeedless({ argument }: Problem, { input }: Operation, given: Params): boolean {
  const value = given[argument]
  return (
    (value === null || (value === '' && argument !== 'cursor')) &&
    input.shape[argument]?.safeParse(undefined).success === true
  )
}
