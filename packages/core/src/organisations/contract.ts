import { contract } from '../contract/contract.ts'

export const organisationsContract = contract({
  name: 'organisations',
  label: { en: 'Organisations', de: 'Organisationen' },
  rights: {
    'organisations:read': {
      holder: 'viewer',
      scope: { description: 'Read organisations', name: { en: 'See organisations', de: 'Organisationen sehen' } },
    },
    'organisations:write': {
      holder: 'admin',
      scope: { description: 'Write organisations', name: { en: 'Change organisations', de: 'Organisationen ändern' } },
    },
  },
  events: {
    'organisation.created': 'An organisation was created',
    'organisation.updated': 'An organisation was changed',
    'organisation.deleted': 'An organisation was deleted',
  },
  read: 'organisations:read',
  reads: {
    getOrganisation: { organisations: 'same', contacts: 'any' },
    listOrganisations: { organisations: 'any', contacts: 'any' },
    listOrganisationNames: { organisations: 'any' },
  },
})
