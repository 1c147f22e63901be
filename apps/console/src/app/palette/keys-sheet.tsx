import { Dialog } from '../../components/dialog/dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { PLACE_KEYS } from './shortcuts.ts'
import './palette.css'

/** What the keys do. */
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
    ...PLACE_KEYS.map(({ key, name }): [string[], string] => [
      ['G', key.toUpperCase()],
      t('palette.key_place', { place: t(name) }),
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
