import { resource } from '../resource.ts'
import { workContract } from './contract.ts'

/** What waits for members, across enrollments. It has no records of its own. */
export const work = resource(workContract, {
  section: {
    name: 'Work',
    description:
      'What waits for members across enrollments: steps of the team, questions, reviews and requests for a link.',
  },
})
