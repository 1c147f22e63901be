import { contract } from '../contract/contract.ts'

export const GUIDE_STATUSES = ['draft', 'published', 'archived'] as const
export type GuideStatus = (typeof GUIDE_STATUSES)[number]

/** The types of steps. */
export const STEP_TYPES = [
  'simple_content',
  'video',
  'embed',
  'checklist',
  'form',
  'file_upload',
  'link',
  'approval',
] as const
export type StepType = (typeof STEP_TYPES)[number]

/** The changes of a draft: it was saved, or the editors or their steps changed. */
export type DraftChange = 'saved' | 'visited'

/** The kinds of form fields. */
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
  label: { en: 'Guides', de: 'Leitfäden' },
  rights: {
    'guides:read': {
      holder: 'viewer',
      scope: {
        description: 'Read published guides',
        name: { en: 'See published guides', de: 'Veröffentlichte Leitfäden sehen' },
      },
    },
    'guides:write': {
      holder: 'editor',
      scope: {
        description: 'Read and write drafts of guides, without publishing them',
        name: { en: 'Write guides as drafts', de: 'Leitfäden als Entwürfe schreiben' },
      },
    },
    'guides:publish': {
      holder: 'editor',
      scope: {
        description: 'Publish and archive guides, and move enrollments to a new version',
        name: {
          en: 'Publish and archive guides, and move enrollments to a new version',
          de: 'Leitfäden veröffentlichen, archivieren und Einschreibungen auf eine neue Version umstellen',
        },
        effects: ['publishes'],
        isTickedByHand: true,
      },
    },
  },
  events: {
    'guide.published': 'A guide was published',
    'guide.archived': 'A guide was archived',
  },
  read: 'guides:read',
  reads: {
    getGuide: { guides: 'same' },
    getGuideDraft: { guides: 'same', drafts: 'same' },
    getDraftOutline: { guides: 'same', drafts: 'same' },
    listGuideTemplates: {},
    listGuides: { guides: 'any' },
    getUnseenChange: { guides: 'same', drafts: 'same' },
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
    listEmbedHosts: {},
  },
})
