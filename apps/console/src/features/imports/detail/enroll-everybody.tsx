import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { ChoiceField, Tick } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Import } from '../job.ts'

type Enrolling = Pick<Import, 'enroll_in' | 'send_invitations'>

/** Whether all of the file are enrolled in a guide, and are sent the link. */
export function EnrollEverybody({ value, onChange }: { value: Enrolling; onChange(value: Enrolling): void }) {
  const { t } = useI18n()
  const { enroll_in, send_invitations } = value
  const [isEnabled, setEnabled] = useState(enroll_in !== null)
  const sendsMail = useOperation('getMailSettings', {}).data?.data.sends_mail
  const guides = useOperation('listGuides', { per_page: 100 }, { enabled: isEnabled }).data?.data ?? []
  const want = (checked: boolean) => {
    setEnabled(checked)
    // As for a few contacts, the link is mailed if there is a mail server.
    onChange({ enroll_in: null, send_invitations: checked && sendsMail === true })
  }
  return (
    <>
      <Tick label={t('imports.enroll')} hint={t('imports.enroll_hint')} checked={isEnabled} onChange={want} />
      {isEnabled && (
        <>
          <ChoiceField
            label={t('guides.guide')}
            value={enroll_in ?? ''}
            options={[['', t('imports.choose_guide')], ...guides.map(({ id, title }) => [id, title] as const)]}
            onChange={(id) => onChange({ ...value, enroll_in: id || null })}
          />
          <Tick
            label={t('imports.send_invitations')}
            hint={t(sendsMail === false ? 'imports.send_no_server' : 'imports.send_hint')}
            checked={send_invitations}
            onChange={(checked) => onChange({ ...value, send_invitations: checked })}
          />
        </>
      )}
    </>
  )
}
