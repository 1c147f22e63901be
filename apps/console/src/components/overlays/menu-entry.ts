import type { LucideIcon } from 'lucide-react'

interface MenuText {
  text: string
  /** If several entries may have one text. */
  key?: string
}

export interface MenuAction extends MenuText {
  icon?: LucideIcon
  /** Beside the text. */
  hint?: string | undefined
  danger?: boolean
  /** Among choices: whether it has the tick. */
  isChosen?: boolean
  run(): unknown
}

/** An action, a label of the actions below, or a line between them. */
export type MenuEntry = MenuAction | (MenuText & { run?: undefined }) | 'line'

export type MenuPosition = 'bottom-start' | 'bottom-end' | 'top-start'
