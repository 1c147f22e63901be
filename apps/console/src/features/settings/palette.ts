import { AppWindow, KeyRound, Webhook } from 'lucide-react'
import { useAnswer } from '../../api/use-operation.ts'
import { useWords } from '../../i18n/i18n.ts'
import type { Found } from '../../workspace/palette/palette-item.ts'
import { useHere } from '../../workspace/workspace.ts'

/** More than anybody has. */
const MOST = 100

/** Records of the settings that the role may see: webhooks, keys, applications and members. */
export function useSettled(query: string): Found[] {
  const { say } = useWords()
  const { rights } = useHere()
  const asking = (right: string) => ({ enabled: query !== '' && rights.has(right) })
  const webhooks = useAnswer('listWebhookEndpoints', { per_page: MOST }, asking('webhooks:manage'))
  const keys = useAnswer('listApiKeys', { per_page: MOST }, asking('api_keys:manage'))
  const applications = useAnswer('listApplications', { per_page: MOST }, asking('applications:manage'))
  const members = useAnswer('listMembers', {}, asking('members:manage'))
  if (query === '') return []
  return [
    ...(webhooks.data?.data ?? []).map(({ id, url, description }) => ({
      id,
      text: description || url,
      hint: say('settings.webhooks.title'),
      mark: Webhook,
      place: { to: `/settings/webhooks/${id}` },
    })),
    ...(keys.data?.data ?? []).map(({ id, name }) => ({
      id,
      text: name,
      hint: say('settings.api_keys.title'),
      mark: KeyRound,
      place: { to: '/settings/api-keys' },
    })),
    ...(applications.data?.data ?? []).map(({ id, name }) => ({
      id,
      text: name,
      hint: say('settings.applications.title'),
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
