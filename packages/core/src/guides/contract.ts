import { contract } from '../contract/contract.ts'

export const GUIDE_STATUSES = ['draft', 'published', 'archived'] as const
export type GuideStatus = (typeof GUIDE_STATUSES)[number]

/** What a step shows or asks for. */
export const STEP_TYPES = ['simple_content', 'video', 'embed', 'checklist', 'form', 'file_upload', 'link'] as const
export type StepType = (typeof STEP_TYPES)[number]

/** What happens to a draft: it is saved, or who writes it and where changes. */
export type DraftChange = 'saved' | 'visited'

/** What a field of a form asks for. */
export const FIELD_KINDS = [
  'text',
  'paragraph',
  'email',
  'number',
  'date',
  'tel',
  'url',
  'choice',
  'multiple_choice',
  'checkbox',
  'consent',
] as const

export const guidesContract = contract({
  name: 'guides',
  label: { en: 'Published guides', de: 'Veröffentlichte Leitfäden' },
  rights: {
    'guides:read': {
      holder: 'viewer',
      scope: { description: 'Read published guides', name: { en: 'See guides', de: 'Leitfäden sehen' } },
    },
    'guides:write': { holder: 'editor' },
  },
  events: {
    'guide.published': 'A guide was published',
    'guide.archived': 'A guide was archived',
  },
  read: 'guides:read',
  reads: {
    getGuide: { guides: 'same' },
    getGuideDraft: { guides: 'same', drafts: 'same' },
    listGuides: { guides: 'any' },
    listAllGuides: { enrollments: 'any', guides: 'any', drafts: 'any' },
    listGuideVersions: { guides: 'same' },
    getGuideVersion: {},
    listReplacedDrafts: { drafts: 'same' },
    getReplacedDraft: {},
    getGuideAnalytics: { enrollments: 'any' },
    listGuideFigures: { enrollments: 'any' },
    listGuideMoves: {},
    getGuideMove: {},
    listMedia: {},
  },
})
