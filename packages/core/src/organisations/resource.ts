import { exampleId, exampleTimes } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { Organisation } from './organisation.ts'

export const organisationExample: Organisation = {
  id: exampleId(2),
  name: 'Harbour Bakery',
  domain: 'harbour.example',
  external_id: null,
  metadata: {},
  contacts_count: 12,
  ...exampleTimes,
}

export const organisations = resource({
  name: 'organisations',
  tag: { name: 'Organisations', description: 'Groups of contacts, usually companies.' },
  rights: {
    'organisations:read': { holder: 'viewer', scope: 'Read organisations' },
    'organisations:write': { holder: 'admin', scope: 'Write organisations' },
  },
  events: {
    'organisation.created': event('An organisation was created', Organisation, organisationExample),
    'organisation.updated': event('An organisation was changed', Organisation, organisationExample),
    'organisation.deleted': event('An organisation was deleted', Organisation, organisationExample),
  },
  examples: {
    record: organisationExample,
    body: { name: organisationExample.name, domain: organisationExample.domain },
    changes: { domain: 'bakery.example' },
  },
})
