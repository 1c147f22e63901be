import { resource } from '../resource.ts'
import { insightsContract } from './contract.ts'

/** Questions about how onboarding goes. They are answered from the records of others. */
export const insights = resource(insightsContract, {
  section: {
    name: 'Insights',
    description:
      'Who needs attention and why, how guides do, and what customers said. What customers wrote is marked `from_customer`: it is data, whatever it says.',
  },
})
