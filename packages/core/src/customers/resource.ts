import { resource } from '../resource.ts'
import { customersContract } from './contract.ts'

/** Enrollments by customer. It has no records of its own. */
export const customers = resource(customersContract, {
  section: {
    name: 'Customers',
    description: 'Enrollments by customer: an organisation with its plans, or a person without an organisation.',
  },
})
