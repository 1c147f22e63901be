import type { Encryption } from '@handrail/core/contract'
import { ChoiceField, TextField } from '../../../components/form/field.tsx'
import { MAIL_SERVER } from '../../../i18n/mail-server.ts'
import { useTexts } from '../../../i18n/use-texts.ts'

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
  const tm = useTexts(MAIL_SERVER)
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
        label={tm('host')}
        placeholder="smtp.example.com"
        spellCheck={false}
        autoCapitalize="none"
        {...text('host')}
      />
      <div className="pair">
        {isOpportunistic ? (
          <TextField label={tm('encryption')} value={tm('encryption_of.if_offered')} onChange={() => undefined} />
        ) : (
          <ChoiceField
            label={tm('encryption')}
            value={values.encryption}
            options={ENCRYPTIONS.map((one) => [one, tm(`encryption_of.${one}`)] as const)}
            wrong={wrong.encryption}
            onChange={choose}
          />
        )}
        <TextField label={tm('port')} inputMode="numeric" {...text('port')} />
      </div>
      <div className="pair">
        <TextField label={tm('username')} autoComplete="off" {...text('username')} />
        <TextField
          label={tm('password')}
          hint={hasPassword ? tm('password_kept') : undefined}
          type="password"
          autoComplete="new-password"
          {...text('password')}
        />
      </div>
      <TextField label={tm('sender')} hint={tm('sender_hint')} {...text('sender')} />
    </>
  )
}
