import { contract } from '../contract/contract.ts'

export const peopleContract = contract({
  name: 'people',
  rights: {
    'members:manage': { holder: 'admin' },
    /** Over the own account. */
    'account:manage': { holder: 'user' },
    /** To sign in, to follow a link, to set the instance up. */
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
