import { exampleId, exampleTimes } from '../fields/example.ts'
import { organisationExample } from '../organisations/resource.ts'
import { event, resource } from '../resource.ts'
import { Contact } from './contact.ts'

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

export const contacts = resource({
  name: 'contacts',
  tag: { name: 'Contacts', description: 'The people being onboarded.' },
  rights: {
    'contacts:read': { holder: 'viewer', scope: 'Read contacts' },
    'contacts:write': { holder: 'admin', scope: 'Write contacts' },
  },
  events: {
    'contact.created': event('A contact was created', Contact, contactExample),
    'contact.updated': event('A contact was changed', Contact, contactExample),
    'contact.deleted': event('A contact was deleted', Contact, contactExample),
  },
  examples: {
    record: contactExample,
    body: { email, first_name, last_name, organisation_id, metadata },
    changes: { last_name: 'Baker-Smith' },
  },
})
