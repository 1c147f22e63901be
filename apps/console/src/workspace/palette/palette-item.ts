import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Item } from '../../api/operations.ts'
import type { Search } from '../link.tsx'

/** A record that the palette offers actions for. */
export type PaletteRecord = { name: string } & (
  | { kind: 'contact'; contact: Item<'listContacts'> }
  | { kind: 'organisation'; organisation: Item<'listOrganisations'> }
  | { kind: 'guide'; guide: Item<'listAllGuides'> }
)

/** A page that an item opens. */
export interface PaletteTarget {
  to: string
  search?: Search
}

/** An item of the palette. Choosing it opens a page or a dialog, or runs something. */
export interface PaletteItem {
  id: string
  text: string
  hint?: string | undefined
  /** A short text at the end of the row. */
  aside?: string | undefined
  /** A status at the end of the row, on wide screens. */
  status?: ReactNode
  /** An icon, or the initials of a person or an organisation. */
  icon: LucideIcon | 'person' | 'organisation'
  /** The keys that do the same outside the palette. */
  keys?: readonly string[]
  target?: PaletteTarget
  dialog?: PaletteDialog
  run?(): unknown
  /** The record whose actions the right arrow key opens. */
  record?: PaletteRecord
}

export type PaletteDialog = (onClose: () => void) => ReactNode

/** An item if the member's rights allow it. */
export type OptionalItem = PaletteItem | false

export interface PaletteGroup {
  title: string
  items: readonly PaletteItem[]
}

/** The records of a feature that match what was typed. */
export interface PaletteMatches {
  group: PaletteGroup
  /** Commands for these records. */
  commands?: readonly PaletteItem[]
  isLoading: boolean
  error: unknown
}

/** The number of records of a kind that are shown. */
export const MAX_MATCHES = 5
