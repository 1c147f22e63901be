import { Dialog } from '../../components/dialog/dialog.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { PLACE_KEYS } from './shortcuts.ts'
import './palette.css'

/** What the keys do. */
export function KeysSheet({ onClose }: { onClose(): void }) {
  const { say } = useWords()
  const rows: [string[], string][] = [
    [['Ctrl', 'K'], say('palette.key_palette')],
    [['?'], say('palette.key_help')],
    [['↑', '↓'], say('palette.key_choose')],
    [['Enter'], say('palette.key_open')],
    [['Ctrl', 'Enter'], say('palette.key_tab')],
    [['→'], say('palette.key_more')],
    [['←'], say('palette.key_back')],
    ...PLACE_KEYS.map(({ key, name }): [string[], string] => [
      ['G', key.toUpperCase()],
      say('palette.key_place', { place: say(name) }),
    ]),
  ]
  return (
    <Dialog title={say('palette.keys_title')} onClose={onClose}>
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
