import type { FormField } from '../guides/form-field.ts'
import { isSame } from '../records/changes.ts'
import { fieldSchema } from './form.ts'
import { wasShown } from './seen.ts'

type Answers = Readonly<Record<string, unknown>>

/** An answer that another person has changed since a page showed it, and whose is kept. */
export interface ChangedAnswer {
  name: string
  label: string
  kept: 'yours' | 'theirs'
}

interface Merged {
  answers: Record<string, unknown>
  changed: ChangedAnswer[]
}

/**
 * The answers of a person together with those that another one has sent since the page was shown: by field, the answer of whoever
 * changed it, and of two changes the given one.
 * @param given as sent, not checked yet
 * @param seen the state of the form that the page showed, made by `seenIn`; undefined replaces all answers
 */
export function mergeAnswers(
  fields: readonly FormField[],
  given: Answers,
  { before, seen }: { before: Answers | undefined; seen: string | undefined },
): Merged {
  const answers: Record<string, unknown> = Object.assign(Object.create(null), given)
  if (seen === undefined || before === undefined) return { answers, changed: [] }
  const changed: ChangedAnswer[] = []
  for (const field of fields) {
    const { name, label } = field
    const theirs = ownValue(before, name)
    const yours = asStored(field, ownValue(given, name))
    if (wasShown(seen, name, theirs) || isSame(yours, theirs)) continue
    const isYours = !wasShown(seen, name, yours) || !fieldSchema(field).safeParse(theirs).success
    changed.push({ name, label, kept: isYours ? 'yours' : 'theirs' })
    if (!isYours) answers[name] = theirs
  }
  return { answers, changed }
}

/** An answer in the form in which it is stored; one that is not valid stays as it is. */
function asStored(field: FormField, value: unknown): unknown {
  const checked = fieldSchema(field).safeParse(value)
  return checked.success ? checked.data : value
}

/** A field can be named like an inherited property. */
export function ownValue(answers: Answers, name: string): unknown {
  return Object.hasOwn(answers, name) ? answers[name] : undefined
}
