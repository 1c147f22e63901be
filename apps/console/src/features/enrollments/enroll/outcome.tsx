import { faultOf } from '../../../api/fault.ts'
import { Button } from '../../../components/button.tsx'
import { contactName } from '../../../components/contact-name.ts'
import { CopyButton } from '../../../components/copy.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Enrolled } from './enrolled.ts'

/** The result for each contact: the link to pass on, or the error. */
export function Outcome({ enrolled, onClose }: { enrolled: readonly Enrolled[]; onClose(): void }) {
  const i18n = useI18n()
  const links = enrolled.flatMap(({ enrollment }) => enrollment?.url ?? [])
  return (
    <>
      <div className="body">
        <ul className="card rows">
          {enrolled.map(({ contact, enrollment, error }) => (
            <li key={contact.id}>
              <div className="grow">
                <b>{contactName(contact)}</b>
                {enrollment ? (
                  <small className="good">{i18n.t('enroll.is_done')}</small>
                ) : (
                  <small className="bad">{faultOf(error, i18n).text}</small>
                )}
              </div>
              {enrollment && <CopyButton text={enrollment.url} label={i18n.t('enrollment.copy_link')} />}
            </li>
          ))}
        </ul>
      </div>
      <div className="foot">
        {links.length > 1 && <CopyButton text={links.join('\n')} label={i18n.t('enroll.copy_all')} />}
        <Button look="main" onClick={onClose}>
          {i18n.t('common.done')}
        </Button>
      </div>
    </>
  )
}
