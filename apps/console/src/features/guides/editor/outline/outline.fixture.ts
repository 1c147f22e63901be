import { ANYONE, type Draft } from '../../draft/draft.ts'

/** A draft of sections with these steps, all named by their ids. */
export function draftWith(sections: Readonly<Record<string, readonly string[]>>): Draft {
  return {
    title: 'Guide',
    description: '',
    completion_message: '',
    asks_effort: false,
    expires_after_days: null,
    not_started_after_days: null,
    stalled_after_days: null,
    expiring_before_days: null,
    default_assignee_id: null,
    roles: [],
    participants_may_invite: true,
    sections: Object.entries(sections).map(([id, steps]) => ({
      id,
      title: id.toUpperCase(),
      description: '',
      steps: steps.map((step) => ({
        id: step,
        title: step.toUpperCase(),
        type: 'simple_content',
        content: {},
        estimated_minutes: null,
        required: true,
        responsible: ANYONE,
      })),
    })),
  }
}

/** The ids of sections and their steps: `one a b, two c`. */
export function outlineOf({ sections }: Draft): string {
  return sections.map(({ id, steps }) => [id, ...steps.map((step) => step.id)].join(' ')).join(', ')
}
