import type { FormField } from './draft.ts'

const MAX_NAME = 60
const NUMBERED = /^field_\d+$/

/** The name of an answer in exports and the API, from the question: "Company name" becomes `company_name`. */
export function answerName(label: string, taken: readonly string[], fallback = 'field'): string {
  const words = label
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  const name = (words ?? [fallback]).join('_').slice(0, MAX_NAME).replace(/_$/, '')
  let number = 1
  let free = name
  while (taken.includes(free)) free = `${name}_${++number}`
  return free
}

/** A field with another question. Its name follows, until somebody has written a name or it is published. */
export function withLabel(field: FormField, label: string, others: readonly string[], isFrozen: boolean): FormField {
  const isOwn = !NUMBERED.test(field.name) && field.name !== answerName(field.label, others)
  return isFrozen || isOwn ? { ...field, label } : { ...field, label, name: answerName(label, others) }
}
