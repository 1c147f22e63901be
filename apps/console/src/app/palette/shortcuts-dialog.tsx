import { Dialog } from '../../components/dialog/dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCharacterKeys } from '../../workspace/character-keys.ts'
import { Link } from '../../workspace/link.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { SHORTCUTS } from '../nav-items.ts'
import './palette.css'

/** The keyboard shortcuts, and where those of one character are switched off and on. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const isOn = useCharacterKeys()
  const { workspace } = useWorkspace()
  const characters: [string[], string][] = [
    [['?'], t('palette.key_help')],
    ...(workspace.uses_plans ? workKeys(t) : []),
    ...SHORTCUTS.map(({ shortcut, label }): [string[], string] => [
      ['G', shortcut.toUpperCase()],
      t('palette.key_place', { place: t(label) }),
    ]),
  ]
  const rows: [string[], string][] = [
    [['Ctrl', 'K'], t('palette.key_palette')],
    [['↑', '↓'], t('palette.key_choose')],
    [['Enter'], t('palette.key_open')],
    [['Ctrl', 'Enter'], t('palette.key_tab')],
    [['→'], t('palette.key_more')],
    [['←'], t('palette.key_back')],
    ...(isOn ? characters : []),
  ]
  return (
    <Dialog title={t('palette.keys_title')} onClose={onClose}>
      <div className="body">
        <dl className="kv">
          {rows.map(([keys, text]) => (
            <div key={text} className="keys-row">
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className="soft">
          {t(isOn ? 'palette.characters_on' : 'palette.characters_off')}{' '}
          <Link to="/settings/account" onClick={onClose}>
            {t(isOn ? 'palette.switch_off' : 'palette.switch_on')}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}

function workKeys(t: ReturnType<typeof useI18n>['t']): [string[], string][] {
  return [
    [['J', 'K'], t('palette.key_row')],
    [['E'], t('palette.key_act')],
  ]
}
