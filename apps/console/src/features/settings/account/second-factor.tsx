import { useState } from 'react'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { OwnPasswordField } from '../../../components/form/own-password.tsx'
import { lazyDialog } from '../../../components/loading/lazy-dialog.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Section } from './section.tsx'
import './account.css'

const AddSecondFactor = lazyDialog(() => import('./add-second-factor.tsx'), 'AddSecondFactor')

/** The authenticator app, and the recovery codes. */
export function SecondFactor() {
  const { t, dayTime } = useI18n()
  const account = useOperation('getAccount', {})
  const [open, setOpen] = useState<'add' | 'renew' | 'remove'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setOpen(undefined)
  return (
    <QueryView query={account}>
      {({ data: { second_factor_since: since, recovery_codes_count: count } }) => (
        <Section
          title={t('account.second_factor')}
          mark={since !== null && <span className="chip good">{t('account.on')}</span>}
          lead={
            since === null
              ? t('account.no_second_factor')
              : `${t('account.on_since', { time: dayTime(since) })} ${t('account.codes_left', { count })}`
          }
        >
          <div className="account-acts">
            {since === null ? (
              <Button onClick={() => setOpen('add')}>{t('account.add_second_factor')}</Button>
            ) : (
              <>
                <Button onClick={() => setOpen('renew')}>{t('account.renew_codes')}</Button>
                <Button danger onClick={() => setOpen('remove')}>
                  {t('account.remove_second_factor')}
                </Button>
              </>
            )}
          </div>
          {open === 'add' && <AddSecondFactor onCodes={setCodes} onClose={close} />}
          {open === 'renew' && <Renew onCodes={setCodes} onClose={close} />}
          {open === 'remove' && <Remove onClose={close} />}
          {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
        </Section>
      )}
    </QueryView>
  )
}

function Renew({ onCodes, onClose }: { onCodes(codes: readonly string[]): void; onClose(): void }) {
  const { t } = useI18n()
  const renew = useOperationMutation('renewRecoveryCodes', { shown: true })
  return (
    <FormDialog
      title={t('account.renew_title')}
      action={t('account.renew_codes')}
      initial={{ password: '' }}
      save={async (given) => onCodes((await renew.mutateAsync(given)).data.recovery_codes)}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{t('account.renew_text')}</p>
          <OwnPasswordField {...text('password')} />
        </>
      )}
    </FormDialog>
  )
}

function Remove({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const remove = useOperationMutation('removeSecondFactor', { shown: true })
  const save = async (given: { password: string }) => {
    await remove.mutateAsync(given)
    toasts.show(t('account.second_factor_removed'))
  }
  return (
    <FormDialog
      title={t('account.remove_title')}
      action={t('account.remove_second_factor')}
      danger
      initial={{ password: '' }}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{t('account.remove_text')}</p>
          <OwnPasswordField {...text('password')} />
        </>
      )}
    </FormDialog>
  )
}
