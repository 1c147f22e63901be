import { useI18n } from '../../../i18n/i18n.ts'
import { PLACEHOLDER_NAMES } from './placeholder-names.ts'

/** Buttons that insert placeholders into the text. */
export function Placeholders({ names, onInsert }: { names: readonly string[]; onInsert(name: string): void }) {
  const { t } = useI18n()
  return (
    <fieldset className="placeholders">
      <legend className="hint">{t('mail_texts.insert')}</legend>
      {PLACEHOLDER_NAMES.filter((name) => names.includes(name)).map((name) => (
        <button key={name} type="button" className="btn side" title={`{${name}}`} onClick={() => onInsert(name)}>
          {t(`mail_texts.placeholder.${name}`)}
        </button>
      ))}
    </fieldset>
  )
}
