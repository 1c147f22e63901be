import { type AppError, type OAuthError, parseScope } from '@handrail/core'
import type { Words } from './words.ts'

/** What was refused. English has the core's own words, which are the most exact. */
export function problemText({ language, sayOfCore }: Words, problem: AppError): string {
  if (!sayOfCore) return problem.message
  return sayOfCore(`problem.${problem.reason ?? problem.code}`, { when: whenIn(language, problem.retryAfter ?? 0) })
}

/** As `problemText`, ended as a sentence is. */
export function problemSentence(words: Words, problem: AppError): string {
  const text = problemText(words, problem)
  return /[.?]$/.test(text) ? text : `${text}.`
}

/** `in 30 Minuten`. */
function whenIn(language: string, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(language)
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute')
}

/** What is wrong with each field of a form; English says all of it, in words that follow the name of the field. */
export function mistakesIn({ sayOfCore }: Words, { errors = {}, codes = {} }: AppError): Record<string, string[]> {
  if (!sayOfCore) return errors
  return Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, [sayOfCore(`mistake.${code}`)]]))
}

/** What a scope allows. One of an earlier release, which is no more, is called by its name. */
export function nameOfScope({ scopes }: Words, name: string): string {
  const scope = parseScope(name)
  return scope ? scopes[scope] : name
}

/** Why an application cannot be answered. What it is told itself stays in English. */
export function oauthText({ sayOfCore }: Words, { code, message }: OAuthError): string {
  return sayOfCore ? sayOfCore(`oauth.${code}`) : message
}
