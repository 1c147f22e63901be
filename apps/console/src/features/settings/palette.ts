import { AppWindow, KeyRound, Webhook } from 'lucide-react'
import { useOperation } from '../../api/use-operation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import type { PaletteItem } from '../../workspace/palette/palette-item.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** More than anybody has. */
const LIMIT = 100

/** Records of the settings that the role may see: webhooks, keys, applications and members. */
export function useSettingsRecords(query: string): PaletteItem[] {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  const asking = (right: string) => ({ enabled: query !== '' && rights.has(right) })
  const webhooks = useOperation('listWebhookEndpoints', { per_page: LIMIT }, asking('webhooks:manage'))
  const keys = useOperation('listApiKeys', { per_page: LIMIT }, asking('api_keys:manage'))
  const applications = useOperation('listApplications', { per_page: LIMIT }, asking('applications:manage'))
  const members = useOperation('listMembers', {}, asking('members:manage'))
  if (query === '') return []
  return [
    ...(webhooks.data?.data ?? []).map(({ id, url, description }) => ({
      id,
      text: description || url,
      hint: t('settings.webhooks.title'),
      mark: Webhook,
      place: { to: `/settings/webhooks/${id}` },
    })),
    ...(keys.data?.data ?? []).map(({ id, name }) => ({
      id,
      text: name,
      hint: t('settings.api_keys.title'),
      mark: KeyRound,
      place: { to: '/settings/api-keys' },
    })),
    ...(applications.data?.data ?? []).map(({ id, name }) => ({
      id,
      text: name,
      hint: t('settings.applications.title'),
      mark: AppWindow,
      place: { to: '/settings/applications' },
    })),
    ...(members.data?.data ?? []).map(({ user_id, name, email }) => ({
      id: user_id,
      text: name,
      hint: email,
      mark: 'person' as const,
      place: { to: '/settings/members' },
    })),
  ]
}
