import { createPart } from '../loading/part.ts'

/** The library of menus, dialogs and lists of suggestions. Its pages load it once they are shown, or when it is first needed. */
export const OVERLAYS = createPart(() => import('./overlays.ts'))
