import { contract } from '../contract/contract.ts'

export const peopleContract = contract({
  name: 'people',
  rights: {
    'members:manage': { holder: 'admin' },
    /** Manages the own account. */
    'account:manage': { holder: 'user' },
    /** Signs in, follows links, sets up the instance. */
    visit: { holder: 'visitor' },
  },
  reads: {
    getOwnMembership: {},
    listColleagues: {},
    listMembers: {},
    listInvitations: {},
    listAuditEntries: {},
  },
})
