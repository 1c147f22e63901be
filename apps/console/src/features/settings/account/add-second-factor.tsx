import { useState } from 'react'
import { call } from '../../../api/call.ts'
import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { CopyButton } from '../../../components/copy.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { OwnPasswordField } from '../../../components/form/own-password.tsx'
import { QrCode } from '../../../components/qr-code.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

interface AddSecondFactorProps {
  onCodes(codes: readonly string[]): void
  onClose(): void
}

/** Sets up the second factor: the password creates a secret, a code of the app activates it. */
export function AddSecondFactor({ onCodes, onClose }: AddSecondFactorProps) {
  const { t } = useI18n()
  // Read once: after it was confirmed, there is none.
  const [secret, setSecret] = useState<Data<'getSecondFactorOffer'>>()
  const offer = useOperationMutation('offerSecondFactor', { shown: true })
  if (secret) return <Confirm secret={secret} onCodes={onCodes} onClose={onClose} />
  const save = async (given: { password: string }) => {
    await offer.mutateAsync(given)
    setSecret((await call('getSecondFactorOffer', {}, { workspace: undefined })).value.data)
  }
  return (
    <FormDialog
      title={t('account.add_second_factor')}
      action={t('second_factor.continue')}
      keepOpen
      initial={{ password: '' }}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{t('second_factor.lead')}</p>
          <OwnPasswordField {...text('password')} />
        </>
      )}
    </FormDialog>
  )
}

function Confirm({ secret, onCodes, onClose }: AddSecondFactorProps & { secret: Data<'getSecondFactorOffer'> }) {
  const { t } = useI18n()
  const confirm = useOperationMutation('confirmSecondFactor', { shown: true })
  return (
    <FormDialog
      title={t('second_factor.scan')}
      action={t('second_factor.turn_on')}
      initial={{ code: '' }}
      save={async (given) => onCodes((await confirm.mutateAsync(given)).data.recovery_codes)}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{t('second_factor.scan_text')}</p>
          <QrCode text={secret.uri} label={t('second_factor.picture')} />
          <div className="field">
            <span className="label">{t('second_factor.key')}</span>
            <div className="secret">
              <code>{secret.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton text={secret.secret} />
            </div>
          </div>
          <p>
            <a className="link" href={secret.uri}>
              {t('second_factor.open')}
            </a>
          </p>
          <TextField label={t('account.code')} autoComplete="one-time-code" inputMode="numeric" {...text('code')} />
        </>
      )}
    </FormDialog>
  )
}
