import { z } from 'zod'
import { HEALTHS } from '../enrollments/contract.ts'
import { ListedEnrollment } from '../enrollments/enrollment.ts'
import { NextStep } from '../enrollments/next-steps/next-step.ts'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { CUSTOMER_KINDS, HEALTH_COUNTS_TO, MAX_PLANS_OF_CUSTOMER } from './contract.ts'

/** An enrollment as a plan: with its next step. */
const Plan = ListedEnrollment.omit({
  access_token: true,
  url: true,
  email_problem: true,
  metadata: true,
})
  .extend({
    completed_steps: z.int().min(0),
    total_steps: z.int().min(0),
    next_step: NextStep.nullable().describe('null once it is closed'),
  })
  .meta({ id: 'Plan' })

export const Customer = z
  .object({
    id: OutputId.describe('Of the organisation, or of the plan for a person'),
    kind: z.enum(CUSTOMER_KINDS),
    organisation_id: OutputId.nullable(),
    organisation_name: z.string().nullable(),
    plans_count: z.int().min(1).max(MAX_PLANS_OF_CUSTOMER).describe('The plans that match'),
    health: z.enum(HEALTHS).describe('The worst of its plans'),
    progress_percentage: z.number().min(0).max(100).describe('The average of its plans'),
    last_activity_at: Timestamp.nullable().describe('The latest of its plans'),
    plan: Plan.describe('The plan that comes first in the order of the list'),
    created_at: Timestamp.describe('Of that plan'),
  })
  .meta({ id: 'Customer' })

const Count = z.int().min(0).max(HEALTH_COUNTS_TO)

/** How many plans have each health, whatever the filters. */
export const HealthCounts = z.object({ late: Count, at_risk: Count, on_track: Count }).meta({ id: 'HealthCounts' })
