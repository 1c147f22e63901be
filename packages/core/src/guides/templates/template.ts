import type { z } from 'zod'
import type { GuideFields } from '../guide.ts'

/** A guide that somebody has thought about already, with what `create_guide` takes. */
export type Template = Pick<
  z.input<typeof GuideFields>,
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
