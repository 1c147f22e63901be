import type { z } from 'zod'
import { EXAMPLE_TIME, exampleId, exampleTimes } from '../fields/example.ts'
import { event, resource } from '../resource.ts'
import { guidesContract } from './contract.ts'
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

const guideData = { ...guideExample, name: guideExample.title }

export const guides = resource(guidesContract, {
  tables: {
    guides: { of: 'workspace', omit: ['has_plan'] },
    guide_versions: { of: 'workspace' },
    media: { of: 'workspace', omit: ['stored_as'] },
    media_variants: {
      of: 'workspace',
      unarchived: { from: 'all', because: 'it is made of an image that is archived' },
    },
    guide_moves: { of: 'workspace', unarchived: { from: 'all', because: 'enrollments show the result' } },
    draft_presences: { of: 'workspace', unarchived: { from: 'all', because: 'it is valid for seconds' } },
    draft_changes: { of: 'workspace', unarchived: { from: 'all', because: 'it is valid for an hour' } },
  },
  section: {
    name: 'Guides',
    record: 'The guide.',
    description:
      'Onboarding guides: sections of steps. Contacts follow the published version. Changes are written to the draft, which becomes the next version when it is published.',
  },
  events: {
    'guide.published': event(GuideEventData, guideData),
    'guide.archived': event(GuideEventData, { ...guideData, status: 'archived' }),
  },
  examples: {
    record: guideExample,
    body: {
      title: 'Getting started',
      description: 'Your first day',
      sections: [
        {
          title: 'Account',
          steps: [
            { title: 'Sign in', content: { markdown: 'Open the link in your mail.' }, estimated_minutes: 5 },
            { title: 'Watch the tour', type: 'video', content: { url: 'https://video.example/tour' }, required: false },
          ],
        },
      ],
    },
    changes: { title: 'Getting started with us', stalled_after_days: 7 },
  },
})
