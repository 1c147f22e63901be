import type { Encryption } from '@handrail/core/contract'
import { ChoiceField, TextField } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

export interface ServerValues {
  host: string
  port: string
  encryption: Encryption
  username: string
  password: string
  sender: string
  own_password: string
}

/** The usual port for each encryption. */
const PORTS: Record<Encryption, string> = { tls: '465', starttls: '587', none: '25' }

/** The keys of the object above. */
export const ENCRYPTIONS = Object.keys(PORTS) as readonly Encryption[]

interface ServerFieldsProps {
  values: ServerValues
  hasPassword: boolean
  /** Whether the environment leaves the encryption to the server. */
  isOpportunistic: boolean
  wrong: Record<string, string>
  onChange(changes: Partial<ServerValues>): void
}

/** The fields of a mail server. A usual port follows the encryption. */
export function ServerFields({ values, hasPassword, isOpportunistic, wrong, onChange }: ServerFieldsProps) {
  const { t } = useI18n()
  const text = (name: Exclude<keyof ServerValues, 'encryption'>) => ({
    name,
    value: values[name],
    wrong: wrong[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  const choose = (encryption: Encryption) =>
    onChange({ encryption, ...(Object.values(PORTS).includes(values.port) && { port: PORTS[encryption] }) })
  return (
    <>
      <TextField
        label={t('mail_server.host')}
        placeholder="smtp.example.com"
        spellCheck={false}
        autoCapitalize="none"
        {...text('host')}
      />
      <div className="pair">
        {isOpportunistic ? (
          <TextField
            label={t('mail_server.encryption')}
            value={t('mail_server.encryption_of.if_offered')}
            onChange={() => undefined}
          />
        ) : (
          <ChoiceField
            label={t('mail_server.encryption')}
            value={values.encryption}
            options={ENCRYPTIONS.map((one) => [one, t(`mail_server.encryption_of.${one}`)] as const)}
            wrong={wrong.encryption}
            onChange={choose}
          />
        )}
        <TextField label={t('mail_server.port')} inputMode="numeric" {...text('port')} />
      </div>
      <div className="pair">
        <TextField label={t('mail_server.username')} autoComplete="off" {...text('username')} />
        <TextField
          label={t('mail_server.password')}
          hint={hasPassword ? t('mail_server.password_kept') : undefined}
          type="password"
          autoComplete="new-password"
          {...text('password')}
        />
      </div>
      <TextField label={t('mail_server.sender')} hint={t('mail_server.sender_hint')} {...text('sender')} />
    </>
  )
}
