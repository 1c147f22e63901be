import { contract } from '../contract/contract.ts'

/** The lists that views are of. */
export const VIEW_LISTS = ['contacts', 'organisations', 'customers', 'enrollments'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** Maximum number of shared views in a workspace, and of the private views of a person in it. */
export const MAX_SHARED_VIEWS = 100
export const MAX_PRIVATE_VIEWS = 50
export const MAX_VIEW_NAME = 60

/** How long the person who deleted a view can restore it, and how many of them. */
export const RESTORABLE_MINUTES = 60
export const MAX_RESTORABLE_VIEWS = 20

export const viewsContract = contract({
  name: 'views',
  label: { en: 'Views', de: 'Ansichten' },
  rights: {
    'views:read': {
      holder: 'viewer',
      scope: { description: 'Read saved views of lists', name: { en: 'See views', de: 'Ansichten sehen' } },
    },
    'views:write': {
      holder: 'viewer',
      scope: { description: 'Save views of lists', name: { en: 'Save views', de: 'Ansichten speichern' } },
    },
  },
  events: {
    'view.created': 'A shared view of a list was saved, or a private one was shared',
    'view.updated': 'A shared view was changed',
    'view.deleted': 'A shared view was deleted, or made private',
  },
  read: 'views:read',
  reads: {
    getView: { views: 'same' },
    listViews: { views: 'any' },
  },
})
