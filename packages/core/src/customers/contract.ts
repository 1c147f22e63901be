import { contract } from '../contract/contract.ts'

/** An organisation with its plans, or a person without an organisation with one plan. */
export const CUSTOMER_KINDS = ['organisation', 'person'] as const

/** The row of an organisation covers so many of its plans: the newest. Each earlier one is a row of its own. */
export const MAX_PLANS_OF_CUSTOMER = 100

/** The health of plans is counted up to this number of each. */
export const HEALTH_COUNTS_TO = 1000

/** Enrollments by customer. Its operations require the rights of enrollments. */
export const customersContract = contract({
  name: 'customers',
  rights: {},
  reads: {
    listCustomers: { enrollments: 'any', contacts: 'any', organisations: 'any', guides: 'any' },
  },
})
