import type { z } from 'zod'
import type { createGuide } from '../../guides/operations.ts'

/** A guide as the operation takes it. */
export type SampleGuide = z.input<typeof createGuide.input>
