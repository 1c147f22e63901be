import { SETTINGS_NAV } from '../../features/settings/nav.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useCharacterKeys } from '../../workspace/character-keys.ts'
import { offeredItems, permittedItems } from '../../workspace/navigation/nav-item.ts'
import { matchingItems } from '../../workspace/palette/matching-items.ts'
import {
  MAX_MATCHES,
  type PaletteGroup,
  type PaletteItem,
  type PaletteRecord,
} from '../../workspace/palette/palette-item.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { LOWER_NAV, MAIN_NAV } from '../nav-items.ts'
import { useCommands, useMatches, useRecordActions } from './sources.ts'

interface Results {
  groups: readonly PaletteGroup[]
  /** Whether more results may arrive. */
  isLoading: boolean
  /** The error of a source whose results are missing. */
  error: unknown
}

/** The results for what was typed: commands first, then records of every kind, and pages. For a record, its actions. */
export function useResults(record: PaletteRecord | undefined, typed: string): Results {
  const actions = useRecordActions(record)
  const all = useAllResults(record ? '' : typed.trim())
  if (!record) return all
  const groups = [{ title: record.name, items: matchingItems(actions, typed.trim()) }]
  return { groups: groups.filter(hasItems), isLoading: false, error: null }
}

function useAllResults(query: string): Results {
  const { t } = useI18n()
  const commands = useCommands()
  const matches = useMatches(query)
  const pages = usePages()
  const isSearching = query !== ''
  const groups = [
    {
      title: t('palette.do'),
      items: [...matchingItems(commands, query), ...matches.flatMap((one) => one.commands ?? [])],
    },
    ...matches.map(({ group }) => group),
    { title: t('palette.go'), items: matchingItems(pages, query).slice(0, isSearching ? MAX_MATCHES : undefined) },
  ]
  return {
    groups: groups.filter(hasItems),
    isLoading: isSearching && matches.some(({ isLoading }) => isLoading),
    error: isSearching ? matches.find(({ error }) => error !== null)?.error : undefined,
  }
}

function hasItems({ items }: PaletteGroup): boolean {
  return items.length > 0
}

/** The pages that the person may open. */
function usePages(): PaletteItem[] {
  const { t } = useI18n()
  const isOn = useCharacterKeys()
  const { rights, workspace } = useWorkspace()
  const items = [...offeredItems(MAIN_NAV, workspace), ...LOWER_NAV, ...SETTINGS_NAV.flatMap((group) => group.items)]
  return permittedItems(items, rights).map(({ to, label, icon, shortcut }) => ({
    id: `${to} ${label}`,
    text: t(label),
    icon,
    target: { to },
    ...(isOn && shortcut && { keys: ['G', shortcut.toUpperCase()] }),
  }))
}
