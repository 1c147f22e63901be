import { type Bound, operations } from '@handrail/core'
import type { z } from 'zod'

const { completeStep, createGuide } = operations

type WrittenGuide = z.input<typeof createGuide.input>

/** Stands in every text that contacts must never see. A test looks for it in all that a contact can reach. */
export const CANARY = 'canary-in-the-coal-mine'

/**
 * A guide in which contacts must not see all. A part of the product that hides something else adds it here, or to
 * `hideMore`.
 */
export const GUIDE_WITH_SECRETS: WrittenGuide = {
  title: 'Go live',
  description: 'All of it',
  roles: [{ name: 'IT' }],
  sections: [
    {
      title: 'Connect',
      steps: [
        { title: 'Read this' },
        {
          title: `Check the contract ${CANARY}`,
          responsible: 'team',
          internal: true,
          content: { markdown: `Is the limit right? ![${CANARY}](https://files.example/${CANARY}.png)` },
        },
        { title: 'Connect it', responsible: 'team', content: { markdown: 'We connect your data.' } },
        { title: 'Send a file', type: 'file_upload' },
        { title: 'Tell', type: 'form', content: { fields: [{ name: 'city', label: 'City', kind: 'text' }] } },
        { title: 'Ask us', required: false },
      ],
    },
    {
      title: `Only ours ${CANARY}`,
      description: CANARY,
      steps: [
        {
          title: `Bill ${CANARY}`,
          type: 'checklist',
          responsible: 'team',
          internal: true,
          content: { items: [CANARY] },
        },
        {
          title: `Ask ${CANARY}`,
          type: 'form',
          responsible: 'team',
          internal: true,
          content: { fields: [{ name: 'note', label: CANARY, kind: 'text' }] },
        },
      ],
    },
  ],
}

/** The steps of an enrollment that its contact must not find. */
export function secretSteps(sections: readonly { steps: readonly { id: string; title: string }[] }[]): string[] {
  return sections.flatMap(({ steps }) => steps.filter(({ title }) => title.includes(CANARY)).map(({ id }) => id))
}

/** What members do where contacts must not see it. */
export async function hideMore(team: Bound, enrollment: { id: string; secrets: readonly string[] }): Promise<void> {
  const [first = ''] = enrollment.secrets
  await team.invoke(completeStep, { id: enrollment.id, step_id: first })
}
