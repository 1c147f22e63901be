import { readFileSync } from 'node:fs'
import { Plans } from '@handrail/core/internal'
import { z } from 'zod'

/** The plans of a JSON file: `{"starter": {"entitlements": ["api-access"], "limits": {"contacts": 100}}}`. */
export function readPlans(file: string, context: z.RefinementCtx): z.output<typeof Plans> {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  let plans: unknown
  try {
    plans = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return refuse(`must name a readable JSON file: ${error instanceof Error ? error.message : error}`)
  }
  const result = Plans.safeParse(plans)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues) refuse(`has an error at ${path.join('.')}: ${message}`)
  return z.NEVER
}
