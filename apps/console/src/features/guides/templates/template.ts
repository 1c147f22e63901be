import type { Input } from '../../../api/operations.ts'

export type Template = Pick<
  Input<'createGuide'>,
  'description' | 'completion_message' | 'sections' | 'stalled_after_days'
> & {
  title: string
}

export const TEMPLATE_NAMES = [
  'kick_off',
  'data_migration',
  'payroll',
  'agency_intake',
  'first_week',
  'security_review',
] as const
export type TemplateName = (typeof TEMPLATE_NAMES)[number]
export type Templates = Record<TemplateName, Template>
