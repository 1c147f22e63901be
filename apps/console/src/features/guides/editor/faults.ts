import { fieldFaults } from '../../../api/fault.ts'
import type { I18n } from '../../../i18n/i18n.ts'
import type { Editing } from './saving/use-draft.ts'

/** The errors of the server for a step, by field: `content.url`. */
export function faultsOfStep({ state, draft }: Editing, id: string, i18n: I18n): Record<string, string> {
  if (state.is !== 'refused') return {}
  const section = draft.sections.findIndex(({ steps }) => steps.some((step) => step.id === id))
  const step = draft.sections[section]?.steps.findIndex((one) => one.id === id) ?? -1
  const prefix = `sections.${section}.steps.${step}.`
  const faults = Object.entries(fieldFaults(state.error, i18n))
  return Object.fromEntries(
    faults.flatMap(([field, text]) => (field.startsWith(prefix) ? [[field.slice(prefix.length), text]] : [])),
  )
}
