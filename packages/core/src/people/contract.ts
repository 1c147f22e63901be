import { contract } from '../contract/contract.ts'

/** The members as programs see them: the persons whom fields such as `assignee_id` name. */
export const membersContract = contract({
  name: 'members',
  label: { en: 'Team', de: 'Team' },
  rights: {
    'members:read': {
      holder: 'viewer',
      scope: {
        description: 'Read the members of the workspace with their e-mail addresses',
        name: { en: 'See members and their e-mail addresses', de: 'Mitglieder und ihre E-Mail-Adressen sehen' },
        byName: true,
      },
    },
  },
  reads: {
    listTeamMembers: {},
  },
})

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
