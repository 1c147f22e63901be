import { exampleId, exampleTimes } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { viewsContract } from './contract.ts'
import { View } from './view.ts'

const example: View = {
  id: exampleId(30),
  list: 'enrollments',
  name: 'Stuck',
  filters: { stalled: true },
  sort: 'contact_name',
  order: 'asc',
  is_shared: true,
  position: 1,
  ...exampleTimes,
}

const { list, name, filters, is_shared } = example

export const views = resource(viewsContract, {
  tables: { views: { of: 'workspace' } },
  section: {
    name: 'Views',
    record: 'The saved view.',
    description: 'Saved filters and orders of lists, in the navigation of the console.',
  },
  events: {
    'view.created': event(View, example),
    'view.updated': event(View, example),
    'view.deleted': event(View, example),
  },
  examples: { record: example, body: { list, name, filters, is_shared }, changes: { name: 'Stuck for days' } },
})
