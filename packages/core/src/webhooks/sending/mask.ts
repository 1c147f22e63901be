import type { Outcome } from './outcome.ts'

const MASK = '•••'
/** Shorter values are not secret, and occur in responses by chance. */
const SHORTEST = 6

/** The secret parts of custom headers: their values, and the part after an authentication scheme. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.values(headers).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)])
  const written = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
  // The longest first, if one begins with another.
  return [...new Set(written)].filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length)
}

/** An outcome in which custom headers repeated by the receiver are masked, because readers of the log must not see them. */
export function masked(outcome: Outcome, secrets: readonly string[]): Outcome {
  if (secrets.length === 0) return outcome
  const { response_headers: headers, response_body: body, explanation } = outcome
  const without = (text: string) => secrets.reduce(hide, text)
  return {
    ...outcome,
    explanation: explanation && without(explanation),
    response_body: body && without(body),
    response_headers:
      headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, without(value)])),
  }
}

/** Also if the end was cut off with the rest of the response. */
function hide(text: string, secret: string): string {
  const whole = text.replaceAll(secret, MASK)
  for (let length = secret.length - 1; length >= SHORTEST; length--)
    if (whole.endsWith(secret.slice(0, length))) return whole.slice(0, -length) + MASK
  return whole
}
