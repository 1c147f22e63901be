import { MAIL_TEXTS } from '../../../i18n/mail-texts.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { PLACEHOLDER_NAMES } from './placeholder-names.ts'

/** Buttons that insert placeholders into the text. */
export function Placeholders({ names, onInsert }: { names: readonly string[]; onInsert(name: string): void }) {
  const tm = useTexts(MAIL_TEXTS)
  return (
    <fieldset className="placeholders">
      <legend className="hint">{tm('insert')}</legend>
      {PLACEHOLDER_NAMES.filter((name) => names.includes(name)).map((name) => (
        <button key={name} type="button" className="btn side" title={`{${name}}`} onClick={() => onInsert(name)}>
          {tm(`placeholder.${name}`)}
        </button>
      ))}
    </fieldset>
  )
}
