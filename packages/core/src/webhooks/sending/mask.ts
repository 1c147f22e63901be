import type { Outcome } from './outcome.ts'

const MASK = '•••'
/** What is shorter opens nothing, and is in many answers by chance. */
const SHORTEST = 6

/** What of an endpoint's own headers is a secret: their values, and what stands behind the name of a scheme. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.values(headers).flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)])
  const written = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
  // The longest first, where one begins with another.
  return [...new Set(written)].filter(({ length }) => length >= SHORTEST).toSorted((a, b) => b.length - a.length)
}

/** An outcome without what the receiver repeats of the endpoint's own headers: whoever reads the log need not know them. */
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

/** Also where the end of it was cut off with the rest of the answer. */
function hide(text: string, secret: string): string {
  const whole = text.replaceAll(secret, MASK)
  for (let length = secret.length - 1; length >= SHORTEST; length--)
    if (whole.endsWith(secret.slice(0, length))) return whole.slice(0, -length) + MASK
  return whole
}
