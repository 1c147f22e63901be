import type { Operation } from '@handrail/core'
import type { Params } from './protocol.ts'

/** For programs that keep a copy of the records. A model has little use for it, and pays for every word of a definition. */
const FOR_PROGRAMS = ['include_deleted', 'deleted', 'updated_since', 'metadata_merge']

/** Arguments and fields of an operation that its tool neither names nor shows. */
export function hiddenOf({ tool }: Operation): readonly string[] {
  return [...FOR_PROGRAMS, ...(tool?.hides ?? [])]
}

/** A result without what the tool does not show: of a list, in each of its records. */
export function shownOf(operation: Operation, value: Params): Params {
  const { tool } = operation
  const { deleted: _, ...shown } = value
  if (!tool?.hides || !Array.isArray(value.data)) return shown
  return { ...shown, data: value.data.map((record) => without(record, tool.hides ?? [])) }
}

export function without(fields: Params, names: readonly string[]): Params {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
