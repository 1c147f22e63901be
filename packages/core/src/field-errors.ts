import { MAX_FIELD_ERRORS } from './contract/limits.ts'

/**
 * The codes of field errors, with their default texts. Texts follow the name of the field in a sentence. Clients
 * switch on the code; the texts are for people and may change.
 */
const TEXTS = {
  blank: "can't be blank",
  empty: "can't be empty",
  invalid: 'is invalid',
  wrong_type: 'is invalid',
  too_small: 'is too small',
  too_large: 'is too large',
  too_long: 'is too long',
  unknown_field: 'is not a known field',
  not_an_option: 'is not one of the options',
  taken: 'has already been taken',
  does_not_exist: 'does not exist',
  not_published: 'is not published',
  already_enrolled: 'is already enrolled in this guide',
  already_member: 'belongs to a member already',
  already_invited: 'has an open invitation already. Send that invitation again instead',
  /** The record cannot change to the given status. */
  transition: 'cannot change',
  /** The request does not fit the state or the kind of the record. */
  wrong_state: 'does not allow this',
  not_in_future: 'must be in the future',
  wrong_secret: 'is incorrect',
  /** For codes of an authenticator app, which depend on the time. */
  wrong_code: 'is incorrect. Check the clock of the device',
  /** A password that is among the first to be tried. */
  too_common: 'is a common password. Choose another',
  /** Two rows of one file have the same unique value. */
  repeated: 'is the same as in another row',
  /** The field cannot be given beside another one. */
  not_together: 'cannot be combined with another field',
} as const

/** The kind of a problem with a field. */
export type FieldErrorCode = keyof typeof TEXTS

/** A problem with a field of the input. */
export interface FieldError {
  readonly code: FieldErrorCode
  readonly text: string
}

/** The problems by field; the name of a nested field is dotted (`metadata.plan`). */
export type FieldErrors = Readonly<Record<string, FieldError | readonly FieldError[]>>

/** The first problems, and the number of the others. */
export function limitedErrors(errors: FieldErrors): { shownErrors: FieldErrors; omitted: number } {
  const fields = Object.entries(errors)
  if (fields.length <= MAX_FIELD_ERRORS) return { shownErrors: errors, omitted: 0 }
  return {
    shownErrors: Object.fromEntries(fields.slice(0, MAX_FIELD_ERRORS)),
    omitted: fields.length - MAX_FIELD_ERRORS,
  }
}

/** @param text follows the name of the field in a sentence */
export function fieldError(code: FieldErrorCode, text: string = TEXTS[code]): FieldError {
  return { code, text }
}

/** The texts by field, as REST prints them: `{"email": ["is invalid"]}`. */
export function textsOf(errors: FieldErrors): Record<string, string[]> {
  return Object.fromEntries(listed(errors).map(([field, found]) => [field, found.map(({ text }) => text)]))
}

/** The code of the first error of each field. */
export function codesOf(errors: FieldErrors): Record<string, FieldErrorCode> {
  return Object.fromEntries(listed(errors).flatMap(([field, [first]]) => (first ? [[field, first.code]] : [])))
}

/** One sentence for each error: `{first_name: blank}` becomes "First name can't be blank". Those of the whole are sentences already. */
export function sentencesOf(errors: FieldErrors): string[] {
  return listed(errors).flatMap(([field, found]) =>
    found.map(({ text }) => (field === WHOLE ? text : `${humanName(field)} ${text}`)),
  )
}

function listed(errors: FieldErrors): [string, readonly FieldError[]][] {
  return Object.entries(errors).map(([field, found]) => [field, 'code' in found ? [found] : found])
}

/** The field of problems of a request as a whole. */
const WHOLE = 'base'

/** References are named after the record. Other fields that end in `_id`, such as `external_id`, keep their name. */
const REFERENCE = /^(contact|guide|organisation|user|(?:default_)?assignee)_id$/

function humanName(field: string): string {
  const words = field.replace(REFERENCE, '$1').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
