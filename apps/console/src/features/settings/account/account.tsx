import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { SettingsPage } from '../page.tsx'
import { OwnConnections } from './connections.tsx'
import { OwnCalendar } from './own-calendar.tsx'
import { OwnMail } from './own-mail.tsx'
import { Password } from './password.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** The own account, which is the same in all workspaces. */
export function AccountPage() {
  const { t } = useI18n()
  const { account } = useWorkspace()
  return (
    <SettingsPage title={t('account.title')} lead={account.email}>
      <div className="stack">
        <Profile />
        <Password />
        <SecondFactor />
        <Sessions />
        <OwnConnections />
        <OwnMail />
        <OwnCalendar />
        <Preferences />
      </div>
    </SettingsPage>
  )
}
