import { Dialog } from '../../components/dialog/dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { SHORTCUTS } from '../nav-items.ts'
import './palette.css'

/** The keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const rows: [string[], string][] = [
    [['Ctrl', 'K'], t('palette.key_palette')],
    [['?'], t('palette.key_help')],
    [['↑', '↓'], t('palette.key_choose')],
    [['Enter'], t('palette.key_open')],
    [['Ctrl', 'Enter'], t('palette.key_tab')],
    [['→'], t('palette.key_more')],
    [['←'], t('palette.key_back')],
    ...SHORTCUTS.map(({ shortcut, label }): [string[], string] => [
      ['G', shortcut.toUpperCase()],
      t('palette.key_place', { place: t(label) }),
    ]),
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
      </div>
    </Dialog>
  )
}
