import { resource } from '../resource.ts'
import { insightsContract } from './contract.ts'

/** Questions about how onboarding goes. They are answered from the records of others. */
export const insights = resource(insightsContract, {})
