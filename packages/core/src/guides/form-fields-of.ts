import type { StoredStep } from '../storage/tables/guides.ts'
import type { FormField } from './form-field.ts'

/** The fields of a step, which only forms have. */
export function formFieldsOf({ type, content }: Pick<StoredStep, 'type' | 'content'>): readonly FormField[] {
  // The content was validated when the guide was saved.
  return type === 'form' ? ((content as { fields?: FormField[] }).fields ?? []) : []
}
