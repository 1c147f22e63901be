import { useContactActions, useContactCommands, useContactMatches } from '../../features/contacts/palette.tsx'
import { useEnrollmentCommands } from '../../features/enrollments/palette.tsx'
import { useGuideActions, useGuideCommands, useGuideMatches } from '../../features/guides/palette.tsx'
import { useImportCommands } from '../../features/imports/palette.ts'
import {
  useOrganisationActions,
  useOrganisationCommands,
  useOrganisationMatches,
} from '../../features/organisations/palette.tsx'
import { useOverviewCommands } from '../../features/overview/palette.ts'
import { useSettingsCommands, useSettingsMatches } from '../../features/settings/palette.ts'
import { useViewMatches } from '../../features/views/palette.ts'
import type { OptionalItem, PaletteMatches, PaletteRecord } from '../../workspace/palette/palette-item.ts'
import { useSessionCommands } from './session-commands.ts'

/** The commands of all features. */
export function useCommands(): OptionalItem[] {
  return [
    ...useContactCommands(),
    ...useOrganisationCommands(),
    ...useGuideCommands(),
    ...useEnrollmentCommands(),
    ...useImportCommands(),
    ...useSettingsCommands(),
    ...useOverviewCommands(),
    ...useSessionCommands(),
  ]
}

/** The records of all features that match what was typed. */
export function useMatches(query: string): PaletteMatches[] {
  return [
    useViewMatches(query),
    useContactMatches(query),
    useOrganisationMatches(query),
    useGuideMatches(query),
    useSettingsMatches(query),
  ]
}

/** The actions of all features for a record. */
export function useRecordActions(record: PaletteRecord | undefined): OptionalItem[] {
  return [...useContactActions(record), ...useOrganisationActions(record), ...useGuideActions(record)]
}
