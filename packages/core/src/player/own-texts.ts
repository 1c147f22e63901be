/** The texts that a contact writes beside the steps. */
export const TEXT_KEYS = ['question', 'comment'] as const
export type TextKey = (typeof TEXT_KEYS)[number]

/** Keys beside those of the steps, which are random (RFC 9562, version 8 is for own use). */
const STEP_IDS: Readonly<Record<TextKey, string>> = {
  question: '00000000-0000-8000-8000-000000000001',
  comment: '00000000-0000-8000-8000-000000000002',
}

/** The key of the draft of such a text. */
export function textPlace(enrollment: { workspace_id: string; id: string }, about: TextKey) {
  return { workspace_id: enrollment.workspace_id, enrollment_id: enrollment.id, step_id: STEP_IDS[about] }
}
