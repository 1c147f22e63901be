import type { completedSteps } from '../../store.ts'

/** Completed steps, with who completed each. */
export type Completions = Awaited<ReturnType<typeof completedSteps>>
