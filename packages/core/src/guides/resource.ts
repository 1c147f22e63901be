import type { z } from 'zod'
import { EXAMPLE_TIME, exampleId, exampleTimes } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { GuideEventData, type GuideSummary } from './guide.ts'

export const guideExample: z.infer<typeof GuideSummary> = {
  id: exampleId(3),
  title: 'Getting started',
  description: 'Your first day',
  status: 'published',
  sections_count: 2,
  steps_count: 3,
  published_at: EXAMPLE_TIME,
  ...exampleTimes,
}

const told = { ...guideExample, name: guideExample.title }

export const guides = resource({
  name: 'guides',
  tag: {
    name: 'Guides',
    description: 'Published onboarding guides: sections of steps. Read-only, but for who is on which version.',
  },
  rights: {
    'guides:read': { holder: 'viewer', scope: 'Read published guides' },
    'guides:write': { holder: 'editor' },
  },
  events: {
    'guide.published': event('A guide was published', GuideEventData, told),
    'guide.archived': event('A guide was archived', GuideEventData, { ...told, status: 'archived' }),
  },
  examples: { record: guideExample },
})
