import type { createGuide } from '@handrail/core'
import type { z } from 'zod'

/** A guide as the operation takes it. */
export type SampleGuide = z.input<typeof createGuide.input>
