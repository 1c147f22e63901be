import { AppWindow, Download, KeyRound, Webhook } from 'lucide-react'
import { useOperation } from '../../api/use-operation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { matchingItems } from '../../workspace/palette/matching-items.ts'
import {
  MAX_MATCHES,
  type OptionalItem,
  type PaletteItem,
  type PaletteMatches,
} from '../../workspace/palette/palette-item.ts'
import { useCan, useWorkspace } from '../../workspace/workspace.ts'

/** The number of records of a kind that are searched, which is more than workspaces have. */
const SEARCHED = 100

export function useSettingsCommands(): OptionalItem[] {
  const { t } = useI18n()
  const canExport = useCan('exports:manage')
  return [
    canExport && {
      id: 'export',
      text: t('palette.export_workspace'),
      icon: Download,
      target: { to: '/settings/export' },
    },
  ]
}

/** Webhooks, API keys, applications and members that the person may see. The palette does not wait for them. */
export function useSettingsMatches(query: string): PaletteMatches {
  const { t } = useI18n()
  const items = matchingItems(useRecords(query !== ''), query).slice(0, MAX_MATCHES)
  return { group: { title: t('nav.settings'), items }, isLoading: false, error: null }
}

function useRecords(isSearching: boolean): PaletteItem[] {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  const ifAllowed = (right: string) => ({ enabled: isSearching && rights.has(right) })
  const webhooks = useOperation('listWebhookEndpoints', { per_page: SEARCHED }, ifAllowed('webhooks:manage'))
  const keys = useOperation('listApiKeys', { per_page: SEARCHED }, ifAllowed('api_keys:manage'))
  const applications = useOperation('listApplications', { per_page: SEARCHED }, ifAllowed('applications:manage'))
  const members = useOperation('listMembers', {}, ifAllowed('members:manage'))
  if (!isSearching) return []
  return [
    ...(webhooks.data?.data ?? []).map(({ id, url, description }) => ({
      id,
      text: description || url,
      hint: t('settings.webhooks.title'),
      icon: Webhook,
      target: { to: `/settings/webhooks/${id}` },
    })),
    ...(keys.data?.data ?? []).map(({ id, name }) => ({
      id,
      text: name,
      hint: t('settings.api_keys.title'),
      icon: KeyRound,
      target: { to: '/settings/api-keys' },
    })),
    ...(applications.data?.data ?? []).map(({ id, name }) => ({
      id,
      text: name,
      hint: t('settings.applications.title'),
      icon: AppWindow,
      target: { to: `/settings/applications/${id}` },
    })),
    ...(members.data?.data ?? []).map(({ user_id, name, email }) => ({
      id: user_id,
      text: name,
      hint: email,
      icon: 'person' as const,
      target: { to: '/settings/members' },
    })),
  ]
}
