import type { Operation } from '@handrail/core'
import { operations } from '@handrail/core'
import type { Prompt } from '@modelcontextprotocol/server'
import { quoted } from './quoted.ts'

/** A prompt that a person can choose, with the instructions for the model. */
export interface Task {
  prompt: Prompt
  /** The operations that it requires; callers without access to them do not see it. */
  needs: readonly Pick<Operation, 'access' | 'tool'>[]
  /** The name of a prompt that is not listed beside it: it does the same with fewer tools. */
  insteadOf?: string
  text(given: Record<string, string>): string
}

/** The prompts for the tools of the specification. */
export const SPECIFIED_TASKS: readonly Task[] = [
  {
    prompt: {
      name: 'who_is_stuck',
      title: 'Who is stuck this week?',
      description:
        'Finds people who started a guide but made no progress for some days, and suggests a next action for each',
      arguments: [{ name: 'days', description: 'Days without progress; 7 when not given' }],
    },
    needs: [operations.listEnrollments],
    text: ({ days = '7' }) =>
      `Find out who is stuck. Call list_enrollments with stalled_days ${days} and walk all pages by cursor. Each has the step that comes next; get_enrollment says more. Then list them, the longest wait first: the contact, the guide, the step they are at, how long nothing has happened, and one thing to do for each. Change nothing.`,
  },
  {
    prompt: {
      name: 'prepare_kick_off',
      title: 'Prepare a kick-off for ...',
      description: 'Collects the records of an organisation and drafts the agenda of its first meeting',
      arguments: [{ name: 'organisation', description: 'Its name, or a part of it', required: true }],
    },
    needs: [
      operations.listOrganisations,
      operations.listContacts,
      operations.listGuides,
      operations.getGuide,
      operations.createEnrollment,
    ],
    text: ({ organisation = '' }) =>
      `Prepare a kick-off for the organisation ${quoted(organisation)}. Find it with list_organisations, its people with list_contacts, what they are enrolled in with list_enrollments, and the guides that fit with list_guides and get_guide. Then write: who takes part, which guide each should follow, an agenda of 30 minutes, and the open questions. Propose enrollments, and make them with create_enrollment only when the user agrees.`,
  },
]
