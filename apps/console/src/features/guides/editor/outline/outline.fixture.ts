import { type Draft, newSection, newStep } from '../../draft/draft.ts'

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
    target_after_days: null,
    target_label: '',
    sections: Object.entries(sections).map(([id, steps]) => ({
      ...newSection(id.toUpperCase()),
      id,
      steps: steps.map((step) => ({ ...newStep('simple_content', step.toUpperCase()), id: step })),
    })),
  }
}

/** The ids of sections and their steps: `one a b, two c`. */
export function outlineOf({ sections }: Draft): string {
  return sections.map(({ id, steps }) => [id, ...steps.map((step) => step.id)].join(' ')).join(', ')
}
