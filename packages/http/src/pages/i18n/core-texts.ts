import type { AppError } from '@handrail/core'
import { type OAuthError, parseScope } from '@handrail/core/internal'
import type { I18n } from './i18n.ts'

/** The message of an error. In English it is the core's own, which is the most exact. */
export function problemText({ language, tCore }: I18n, problem: AppError): string {
  if (!tCore) return problem.message
  return tCore(`problem.${problem.reason ?? problem.code}`, { when: whenIn(language, problem.retryAfter ?? 0) })
}

/** The message of an error as a sentence, with a full stop. */
export function problemSentence(i18n: I18n, problem: AppError): string {
  const text = problemText(i18n, problem)
  return /[.?]$/.test(text) ? text : `${text}.`
}

/** `in 30 Minuten`. */
function whenIn(language: string, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(language)
  return seconds < 60 ? format.format(seconds, 'second') : format.format(Math.ceil(seconds / 60), 'minute')
}

/** The messages for each field of a form, to be shown after the name of the field. English has all of them. */
export function mistakesIn({ tCore }: I18n, { errors = {}, codes = {} }: AppError): Record<string, string[]> {
  if (!tCore) return errors
  return Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, [tCore(`mistake.${code}`)]]))
}

/** The name of a scope. A scope of an earlier release is shown by its identifier. */
export function nameOfScope({ scopes }: I18n, name: string): string {
  const scope = parseScope(name)
  return scope ? scopes[scope] : name
}

/** The message of an OAuth error for the person. The response to the application stays in English. */
export function oauthText({ tCore }: I18n, { code, message }: OAuthError): string {
  return tCore ? tCore(`oauth.${code}`) : message
}
