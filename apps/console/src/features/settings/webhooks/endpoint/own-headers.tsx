import { AreaField, Tick } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'

interface OwnHeadersProps {
  /** The names of all current headers. */
  names: readonly string[]
  /** The names of the headers to keep. */
  keptHeaders: string[]
  /** New ones, as they are written. */
  lines: string
  wrong: Record<string, string>
  onKeep(names: string[]): void
  onWrite(lines: string): void
}

/** The custom headers of an endpoint: the ones to keep, and new ones. */
export function OwnHeaders({ names, keptHeaders, lines, wrong, onKeep, onWrite }: OwnHeadersProps) {
  const { t } = useI18n()
  const fault = wrongHeader(wrong)
  return (
    <>
      {names.length > 0 && (
        <fieldset>
          <legend className="label">{t('settings.webhooks.headers_kept')}</legend>
          <div className="ticks">
            {names.map((name) => (
              <Tick
                key={name}
                label={<code className="mono">{name}</code>}
                checked={keptHeaders.includes(name)}
                onChange={(on) => onKeep(on ? [...keptHeaders, name] : keptHeaders.filter((one) => one !== name))}
              />
            ))}
          </div>
        </fieldset>
      )}
      <AreaField
        label={t('settings.webhooks.headers')}
        hint={t('settings.webhooks.headers_hint')}
        value={lines}
        wrong={fault && `${t('settings.webhooks.headers_wrong')} ${fault}`}
        onChange={onWrite}
      />
    </>
  )
}

/** Each header is a field of its own to the server. */
function wrongHeader(wrong: Record<string, string>): string | undefined {
  return Object.entries(wrong).find(([field]) => /^headers(\.|$)/.test(field))?.[1]
}
