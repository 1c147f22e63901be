import type { LucideIcon } from 'lucide-react'
import type { Item } from '../../api/operations.ts'
import type { Search } from '../link.tsx'

/** Guides that are looked through for what is typed. */
export const GUIDES = 100

/** A record with which something can be done. */
export type PaletteRecord =
  | { kind: 'contact'; contact: Item<'listContacts'> }
  | { kind: 'organisation'; organisation: Item<'listOrganisations'> }
  | { kind: 'guide'; guide: Item<'listAllGuides'> }

/** A dialog that asks for what is needed. */
export type PaletteDialog =
  | { kind: 'contact'; organisation?: { id: string; text: string } }
  | { kind: 'organisation' }
  | { kind: 'guide' }
  | { kind: 'enroll'; contacts?: readonly Item<'listContacts'>[]; guide_id?: string }
  | { kind: 'enroll everybody'; organisation: Item<'listOrganisations'> }

/** A page. */
interface Place {
  to: string
  search?: Search
  /** Rendered by the server. */
  outside?: boolean
}

/** Something that the palette offers: one of a page, a dialog, and what is done at once. */
export interface PaletteItem {
  id: string
  text: string
  hint?: string | undefined
  /** What is told of it at the far end of its line. */
  aside?: string | undefined
  /** What stands before it: a symbol, or the initials of a person or a place. */
  mark: LucideIcon | 'person' | 'place'
  /** By which one comes there, too. */
  keys?: readonly string[]
  place?: Place
  asks?: PaletteDialog
  act?(): unknown
  /** What can be done with it, besides. */
  of?: PaletteRecord
}

export interface Group {
  title: string
  found: readonly PaletteItem[]
}

/** Those that are called like what was typed, every word of it in any order; those that are only told about so come last. */
export function matchingItems(found: readonly (PaletteItem | false | undefined)[], typed: string): PaletteItem[] {
  const words = typed.toLocaleLowerCase().split(/\s+/)
  const says = (text: string) => words.every((word) => text.toLocaleLowerCase().includes(word))
  return found
    .filter((one) => one !== false && one !== undefined)
    .filter(({ text, hint = '' }) => says(`${text} ${hint}`))
    .toSorted((one, other) => Number(says(other.text)) - Number(says(one.text)))
}
