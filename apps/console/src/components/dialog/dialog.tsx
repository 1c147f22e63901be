import { dialogOf } from '../loading/lazy-dialog.tsx'
import { OVERLAYS } from '../overlays/part.ts'

/** A modal dialog. The focus stays in it, and Escape closes it. */
export const Dialog = dialogOf(OVERLAYS, ({ Modal }) => Modal)
