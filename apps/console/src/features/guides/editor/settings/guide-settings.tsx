import { Button } from '../../../../components/button.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useFilters } from '../../../../workspace/link.tsx'
import type { Editing } from '../saving/use-draft.ts'
import { GeneralSettings } from './general.tsx'
import { PeopleSettings } from './people.tsx'
import { ReminderSettings } from './reminders.tsx'
import { ThanksSettings } from './thanks.tsx'
import './guide-settings.css'

const GROUPS = {
  general: GeneralSettings,
  people: PeopleSettings,
  reminders: ReminderSettings,
  thanks: ThanksSettings,
} as const
export type SettingsGroup = keyof typeof GROUPS
const NAMES = Object.keys(GROUPS) as SettingsGroup[]

/** The group of settings in the address; undefined while steps are edited. */
export function useSettingsGroup(): [
  group: SettingsGroup | undefined,
  show: (group: SettingsGroup | undefined) => void,
] {
  const [{ settings }, change] = useFilters()
  const group = NAMES.find((name) => name === settings)
  return [group, (next) => change({ settings: next })]
}

/** The settings of a guide, beside their groups. They take effect in the draft at once, and can be undone. */
export function GuideSettings({ editing, group }: { editing: Editing; group: SettingsGroup }) {
  const { t } = useI18n()
  const [, show] = useSettingsGroup()
  const Group = GROUPS[group]
  return (
    <>
      <nav className="outline settings-groups" aria-label={t('guide_settings.title')}>
        <h2>{t('guide_settings.title')}</h2>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className="pop-item"
            aria-current={name === group ? 'page' : undefined}
            onClick={() => show(name)}
          >
            {t(`guide_settings.${name}.title`)}
          </button>
        ))}
        <Button look="bare" onClick={() => show(undefined)}>
          {t('guide_settings.back')}
        </Button>
      </nav>
      <main className="work" id="main" tabIndex={-1}>
        <div className="paper settings-paper">
          <div className="stack">
            <h2 className="settings-title">{t(`guide_settings.${group}.title`)}</h2>
            <Group editing={editing} />
          </div>
        </div>
      </main>
    </>
  )
}
