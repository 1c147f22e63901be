import type { CallError } from '../../../api/error.ts'
import { faultOf, fieldFaults } from '../../../api/fault.ts'
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

/** The error of the server for when a section opens. */
export function faultOfOpening({ state, draft }: Editing, id: string, i18n: I18n): string | undefined {
  if (state.is !== 'refused') return undefined
  const prefix = `sections.${draft.sections.findIndex((section) => section.id === id)}.opens`
  return Object.entries(fieldFaults(state.error, i18n)).find(([field]) => field.startsWith(prefix))?.[1]
}

const STEP_FIELD = /^sections\.(\d+)\.steps\.(\d+)\./

/** Why a draft was not saved, with the title of the first step that is the reason. */
export function refusalOf({ draft }: Editing, error: CallError, i18n: I18n): string {
  for (const [field, text] of Object.entries(fieldFaults(error, i18n))) {
    const [, section, step] = STEP_FIELD.exec(field) ?? []
    const found = draft.sections[Number(section)]?.steps[Number(step)]
    if (found) return i18n.t('editor.refused_step', { title: found.title || i18n.t('editor.untitled'), text })
  }
  return faultOf(error, i18n).text
}
