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
    completed_steps: z.int().min(0).meta({ reference: 'Steps done or skipped, of those that count for progress.' }),
    total_steps: z
      .int()
      .min(0)
      .meta({ reference: 'Steps that count for progress: the required ones, or all if none is required.' }),
    next_step: NextStep.nullable()
      .describe('null once it is closed')
      .meta({ reference: 'What is to be done next; `null` once the plan is closed.' }),
  })
  .meta({ id: 'Plan', reference: 'An enrollment with its next step.' })

export const Customer = z
  .object({
    id: OutputId.describe('Of the organisation, or of the plan for a person').meta({
      reference: 'The organisation, or for a person without one the enrollment.',
    }),
    kind: z.enum(CUSTOMER_KINDS).meta({
      reference: '`organisation` for a row of an organisation, `person` for the plan of somebody without one.',
    }),
    organisation_id: OutputId.nullable().meta({
      reference: 'The organisation of the row; `null` for a person without one.',
    }),
    organisation_name: z
      .string()
      .nullable()
      .meta({ reference: 'Its name; `null` for a person without an organisation.' }),
    plans_count: z
      .int()
      .min(1)
      .max(MAX_PLANS_OF_CUSTOMER)
      .describe('The plans that match')
      .meta({ reference: 'Number of plans that match the filters.' }),
    health: z
      .enum(HEALTHS)
      .describe('The worst of its plans')
      .meta({ reference: 'Health of the plan that stands worst.' }),
    progress_percentage: z
      .number()
      .min(0)
      .max(100)
      .describe('The average of its plans')
      .meta({ reference: 'Mean progress of the plans, from 0 to 100.' }),
    last_activity_at: Timestamp.nullable()
      .describe('The latest of its plans')
      .meta({ reference: 'When somebody last did something in one of the plans; `null` before the first time.' }),
    plan: Plan.describe('The plan that comes first in the order of the list').meta({
      reference: 'The plan that comes first in the order of the list.',
    }),
    created_at: Timestamp.describe('Of that plan').meta({ reference: 'When that plan was created.' }),
  })
  .meta({
    id: 'Customer',
    reference: 'A row of the list of customers: an organisation with its plans, or the plan of a person without one.',
  })

const Count = z.int().min(0).max(HEALTH_COUNTS_TO)

/** How many plans have each health, whatever the filters. */
export const HealthCounts = z
  .object({
    late: Count.meta({ reference: 'Plans that missed a date.' }),
    at_risk: Count.meta({ reference: 'Plans that are likely to miss one.' }),
    on_track: Count.meta({ reference: 'Plans that keep their dates.' }),
  })
  .meta({ id: 'HealthCounts', reference: 'Number of plans by health, each counted up to 1,000.' })
