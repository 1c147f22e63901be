import { contract } from '../contract/contract.ts'

/** Questions about how onboarding goes: who waits for what, where people stop, and what they say. */
export const insightsContract = contract({
  name: 'insights',
  label: { en: 'Insights', de: 'Einblicke' },
  rights: {
    'insights:read': {
      holder: 'viewer',
      scope: {
        description: 'Read who is stuck, figures, and what contacts wrote',
        name: {
          en: 'See who is stuck, figures, and what people wrote',
          de: 'Sehen, wer feststeckt, Zahlen, und was Leute schreiben',
        },
      },
    },
  },
  reads: {
    listWaiting: { enrollments: 'any', contacts: 'any', organisations: 'any' },
    getGuideInsights: { enrollments: 'any' },
    listFeedback: { enrollments: 'any', contacts: 'any', guides: 'any' },
    getEnrollmentHistory: { enrollments: 'same' },
  },
})
