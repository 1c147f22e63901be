import { answerName } from '@handrail/core/contract'
import type { FormField } from './draft.ts'

const NUMBERED = /^field_\d+$/

/** A field with another question. Its name follows, until somebody has written a name or it is published. */
export function withLabel(field: FormField, label: string, others: readonly string[], isFrozen: boolean): FormField {
  const isOwn = !NUMBERED.test(field.name) && field.name !== answerName(field.label, others)
  return isFrozen || isOwn ? { ...field, label } : { ...field, label, name: answerName(label, others) }
}
