import { ArrowLeft, Download, Eraser, Pencil, Plus, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useDownload } from '../../../api/files.ts'
import { useList } from '../../../api/list/use-list.ts'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { contactName } from '../../../components/contact-name.ts'
import { ActionMenu } from '../../../components/menu.tsx'
import { useOrganisationName } from '../../../components/organisation/organisation-name.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { EnrollDialog } from '../../enrollments/enroll/enroll.tsx'
import { EnrollmentTable } from '../../enrollments/enrollment-table.tsx'
import { DeleteContact } from '../actions/delete-contact.tsx'
import { ContactForm } from '../contact-form.tsx'
import { ContactTimeline } from './contact-timeline.tsx'

/** A contact, and the guides that they follow. */
export function ContactPage() {
  const query = useOperation('getContact', { id: usePageId() })
  return (
    <QueryView query={query} list="/contacts">
      {({ data }) => <Shown contact={data} />}
    </QueryView>
  )
}

function Shown({ contact }: { contact: Data<'getContact'> }) {
  const { t } = useI18n()
  const [open, setOpen] = useState<'edit' | 'delete' | 'erase' | 'enroll'>()
  const close = () => setOpen(undefined)
  const name = contactName(contact)
  const mayWrite = useCan('contacts:write')
  const mayEnroll = useCan('enrollments:write')
  const mayExport = useCan('exports:manage')
  const download = useDownload()
  const organisation = useOrganisationName(contact.organisation_id)
  const { organisation_id } = contact
  return (
    <>
      <div className="head">
        <Link to="/contacts" className="btn bare sq" aria-label={t('contacts.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <Avatar name={name} large />
        <div className="title">
          <h1>{name}</h1>
          {organisation_id && organisation && <Link to={`/organisations/${organisation_id}`}>{organisation}</Link>}
        </div>
        <div className="acts">
          {mayWrite && (
            <Button onClick={() => setOpen('edit')}>
              <Pencil className="icon" aria-hidden />
              {t('common.edit')}
            </Button>
          )}
          {mayEnroll && (
            <Button look="main" onClick={() => setOpen('enroll')}>
              <Plus className="icon" aria-hidden />
              {t('enroll.in_guide')}
            </Button>
          )}
          <ActionMenu
            of={name}
            actions={[
              mayExport && {
                icon: Download,
                text: t('exports.contact_data'),
                run: () => download({ what: 'contact', id: contact.id }),
              },
              mayWrite && { icon: Trash2, text: t('common.delete'), danger: true, run: () => setOpen('delete') },
              mayExport && { icon: Eraser, text: t('exports.erase'), danger: true, run: () => setOpen('erase') },
            ]}
          />
        </div>
      </div>
      <div className="cols detail-cols">
        <ContactEnrollments id={contact.id} />
        <div className="stack">
          <Details contact={contact} />
          <ContactTimeline contact={contact} />
        </div>
      </div>
      {open === 'edit' && <ContactForm contact={contact} onClose={close} />}
      {open === 'enroll' && <EnrollDialog contacts={[contact]} onClose={close} />}
      {(open === 'delete' || open === 'erase') && <DeleteContact contact={contact} ending={open} onClose={close} />}
    </>
  )
}

function Details({ contact }: { contact: Data<'getContact'> }) {
  const { t, day } = useI18n()
  return (
    <section className="card" aria-label={t('contacts.details')}>
      <dl className="kv pad all">
        <dt>{t('contacts.email')}</dt>
        <dd>{contact.email}</dd>
        <dt>{t('contacts.external_id')}</dt>
        <dd>{contact.external_id ?? '–'}</dd>
        <dt>{t('contacts.reminders')}</dt>
        <dd>
          {contact.unsubscribed_at
            ? t('contacts.unsubscribed', { day: day(contact.unsubscribed_at) })
            : t('contacts.reminded')}
        </dd>
        <dt>{t('contacts.added')}</dt>
        <dd>{day(contact.created_at)}</dd>
        {Object.entries(contact.metadata).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

function ContactEnrollments({ id }: { id: string }) {
  const { t } = useI18n()
  const list = useList('listEnrollments', { contact_id: id })
  return (
    <QueryView query={list.first}>
      {() => (
        <div>
          <EnrollmentTable list={list} by="guide" empty={t('contacts.follows_nothing')} />
        </div>
      )}
    </QueryView>
  )
}
