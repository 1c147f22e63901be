import { createHash } from 'node:crypto'

type Answers = Readonly<Record<string, unknown>>

/**
 * The state of a form that a page shows: a short hash of each answer, as a text for a hidden field. With it, `submit_form` tells the
 * answers that a person has changed from those that another person has changed meanwhile.
 */
function seenIn(answers: Answers): string {
  const marks = Object.entries(answers).map(([name, value]) => [name, markOf(value)])
  return Buffer.from(JSON.stringify(Object.fromEntries(marks))).toString('base64url')
}

/** The same for each submitted form. */
export function seenOf(submitted: Readonly<Record<string, Answers>>): Record<string, string> {
  return Object.fromEntries(Object.entries(submitted).map(([step_id, answers]) => [step_id, seenIn(answers)]))
}

/** Whether an answer is the one that a page showed; a page that showed no answers showed this field empty. */
export function wasShown(seen: string, name: string, value: unknown): boolean {
  return marksIn(seen).get(name) === markOf(value)
}

/** The hashes of the answers; none for a text that nobody has made. */
function marksIn(seen: string): ReadonlyMap<string, string> {
  try {
    const marks: unknown = JSON.parse(Buffer.from(seen, 'base64url').toString())
    return new Map(typeof marks === 'object' && marks !== null ? Object.entries(marks) : [])
  } catch {
    // A changed hidden field shows nothing: then all answers count as new.
    return new Map()
  }
}

const MARK_LENGTH = 8

/** A short hash of an answer; undefined for an empty one, which may be missing. */
function markOf(value: unknown): string | undefined {
  if (isEmpty(value)) return undefined
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, MARK_LENGTH)
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}
