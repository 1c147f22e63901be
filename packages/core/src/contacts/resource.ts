import { exampleId, exampleTimes } from '../fields/example.ts'
import { organisationExample } from '../organisations/resource.ts'
import { event, resource } from '../resource.ts'
import { Contact } from './contact.ts'
import { contactsContract } from './contract.ts'

export const contactExample: Contact = {
  id: exampleId(1),
  email: 'zoe@harbour.example',
  first_name: 'Zoé',
  last_name: 'Baker',
  external_id: null,
  organisation_id: organisationExample.id,
  language: null,
  metadata: { plan: 'pro' },
  unsubscribed_at: null,
  ...exampleTimes,
}

const { email, first_name, last_name, organisation_id, metadata } = contactExample

export const contacts = resource(contactsContract, {
  tables: {
    contacts: { of: 'contact', column: 'id', omit: ['seq', 'search_text', 'sort_name', 'is_enrolled'] },
  },
  section: { name: 'Contacts', record: 'The contact.', description: 'The people being onboarded.' },
  events: {
    'contact.created': event(Contact, contactExample),
    'contact.updated': event(Contact, contactExample),
    'contact.deleted': event(Contact, contactExample),
  },
  examples: {
    record: contactExample,
    body: { email, first_name, last_name, organisation_id, metadata },
    changes: { last_name: 'Baker-Smith' },
  },
})
