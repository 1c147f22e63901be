import { exampleId, exampleTimes } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { organisationsContract } from './contract.ts'
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

export const organisations = resource(organisationsContract, {
  tables: {
    organisations: { of: 'workspace', omit: ['name_folded', 'sort_name'] },
  },
  section: {
    name: 'Organisations',
    record: 'The organisation.',
    description: 'Groups of contacts, usually companies.',
  },
  events: {
    'organisation.created': event(Organisation, organisationExample),
    'organisation.updated': event(Organisation, organisationExample),
    'organisation.deleted': event(Organisation, organisationExample),
  },
  examples: {
    record: organisationExample,
    body: { name: organisationExample.name, domain: organisationExample.domain },
    changes: { domain: 'bakery.example' },
  },
})
