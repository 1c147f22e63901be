import { hash } from 'node:crypto'
import type { I18n } from '../i18n/i18n.ts'
import type { Step } from '../visit.ts'

export type FormField = NonNullable<Step['content']['fields']>[number]
/** The unchanged input of a field. */
export type Typed = string | boolean | string[]

/** The name of a field's control: what the guide calls it could be anything. */
export function controlOf(index: number): string {
  return `f${index}`
}

/** The fields of a page in their order, for the control of this name, because the guide can change while the page is open. */
export const FIELDS_CONTROL = 'fields'
export function fieldKeys(fields: readonly FormField[]): string[] {
  return fields.map(({ name }) => hash('sha256', name, 'hex').slice(0, 8))
}

/** The input of the fields of a form, by their names; without those that the page did not have. @param only the controls that were sent, if not all */
export function typedIn(
  fields: readonly FormField[],
  form: URLSearchParams,
  only?: readonly string[],
): Record<string, Typed> {
  const keys = fieldKeys(fields)
  const shown = form.get(FIELDS_CONTROL)?.split(',') ?? keys
  const sent = fields.map((field, index) => ({ field, control: controlOf(shown.indexOf(keys[index] ?? '')) }))
  return Object.fromEntries(
    sent
      .filter(({ control }) => control !== controlOf(-1))
      .filter(({ control }) => only === undefined || only.includes(control))
      .map(({ field, control }) => [field.name, typedInto(field, form, control)]),
  )
}

function typedInto({ kind }: FormField, form: URLSearchParams, control: string): Typed {
  if (kind === 'checkbox' || kind === 'consent') return form.get(control) === '1'
  if (kind === 'multiple_choice') return form.getAll(control)
  return (form.get(control) ?? '').replaceAll('\r\n', '\n')
}

/** The answers of an input; empty fields are omitted. */
export function answersOf(
  fields: readonly FormField[],
  typed: Readonly<Record<string, Typed>>,
  i18n: I18n,
): Record<string, unknown> {
  const meant = fields.map((field) => [field.name, meaningOf(field, own(typed, field.name) ?? '', i18n)] as const)
  return Object.fromEntries(meant.filter(([, answer]) => answer !== undefined))
}

function meaningOf({ kind }: FormField, typed: Typed, i18n: I18n): unknown {
  if (typeof typed !== 'string') return Array.isArray(typed) && typed.length === 0 ? undefined : typed
  const text = typed.trim()
  if (text === '') return undefined
  // Input that is not a number or an address stays unchanged, and validation reports it.
  if (kind === 'number') return i18n.parseNumber(text) ?? text
  if (kind === 'url') return /^[\w-]+(?:\.[\w-]+)+(?:[/?#].*)?$/.test(text) ? `https://${text}` : text
  return text
}

/** An answer that was sent, as it is typed. */
export function typedAs(answer: unknown, i18n: I18n): Typed {
  if (typeof answer === 'number') return i18n.typed(answer)
  if (Array.isArray(answer)) return answer.map(String)
  return typeof answer === 'boolean' ? answer : String(answer ?? '')
}

/** The own property of a record by a name from outside, such as `constructor`. */
export function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
