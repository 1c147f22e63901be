import { z } from 'zod'
import { AppError } from '../errors.ts'
import { shapeProblems } from '../operation/validation.ts'
import { suggest } from '../suggest.ts'

/** Options whose values are never printed, wherever they are: credentials, and addresses that can have some. */
const UNSHOWN = ['secret', 'previousSecret', 'database', 'url', 'pooler', 'proxy', 'files', 'metricsToken', 'tls']

/**
 * Checks the options that a program gives, all at once. TypeScript says most of it before; JavaScript does not.
 * @param of the function that takes them
 * @throws AppError `invalid_request`, which names each option, what it may be and what it is
 */
export function requireOptions(schema: z.ZodObject, given: unknown, of: string): void {
  const problems = Object.entries(shapeProblems(schema, given ?? {}))
  if (problems.length === 0) return
  const faults = problems.map(([path, [problem]]) => {
    if (path === 'base') return 'The options must be an object'
    if (problem?.code === 'unknown_field') return `${path} is not an option.${suggestion(schema, path)}`
    const value = valueAt(given, path)
    return `${path} ${value === undefined ? 'is missing: it ' : ''}${problem?.text}${shown(path, value)}`
  })
  throw new AppError(
    'invalid_request',
    `${of}: ${faults.map((fault) => (fault.endsWith('?') ? fault : `${fault}.`)).join(' ')}`,
  )
}

/** A value that has to be a function. */
export function functionOption() {
  return z.custom((value) => typeof value === 'function', 'must be a function')
}

function suggestion(schema: z.ZodObject, path: string): string {
  const names = path.split('.')
  const name = names.pop() ?? ''
  let inner: unknown = schema
  for (const part of names) {
    const shape: Readonly<Record<string, unknown>> = unwrapped(inner)?.shape ?? {}
    inner = shape[part]
  }
  const known = Object.keys(unwrapped(inner)?.shape ?? {})
  return suggest(name, known) || (known.length > 0 ? ` The options are ${known.join(', ')}` : '')
}

function unwrapped(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodOptional) return unwrapped(schema.unwrap())
  return schema instanceof z.ZodObject ? schema : undefined
}

function valueAt(given: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), given)
}

function shown(path: string, value: unknown): string {
  if (value === undefined) return ''
  const isShown = !path.split('.').some((name) => UNSHOWN.includes(name))
  if (typeof value === 'string') return isShown ? ` (it is ${JSON.stringify(withoutPassword(value))})` : ''
  if (typeof value === 'number' || typeof value === 'boolean') return isShown ? ` (it is ${value})` : ''
  if (value === null) return ' (it is null)'
  if (value instanceof Promise) return ' (it is a promise: await it)'
  return ` (it is ${Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`})`
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/?#]*@/, '//...@').slice(0, 200)
}
