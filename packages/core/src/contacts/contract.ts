import { contract } from '../contract/contract.ts'
import { ENROLLMENT_STATUSES } from '../enrollments/contract.ts'

/** The values for a contact's latest enrollment: a status, any status but completed, or none. */
export const LATEST_ENROLLMENT_STATUSES = [...ENROLLMENT_STATUSES, 'unfinished', 'none'] as const

export const contactsContract = contract({
  name: 'contacts',
  label: { en: 'Contacts', de: 'Kontakte' },
  rights: {
    'contacts:read': {
      holder: 'viewer',
      scope: { description: 'Read contacts', name: { en: 'See contacts', de: 'Kontakte sehen' } },
    },
    'contacts:write': {
      holder: 'admin',
      scope: {
        description: 'Write contacts',
        name: { en: 'Change and delete contacts', de: 'Kontakte ändern und löschen' },
        effects: ['ends'],
      },
    },
  },
  events: {
    'contact.created': 'A contact was created',
    'contact.updated': 'A contact was changed',
    'contact.deleted': 'A contact was deleted',
  },
  read: 'contacts:read',
  reads: {
    getContact: { contacts: 'same' },
    listContacts: { contacts: 'any' },
    searchContacts: { contacts: 'any' },
    describeContacts: { contacts: 'any' },
  },
})
