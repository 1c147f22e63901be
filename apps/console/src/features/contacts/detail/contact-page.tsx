import { ArrowLeft, Download, Eraser, Pencil, Plus, Trash2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useDownload } from '../../../api/files.ts'
import { useList } from '../../../api/list/use-list.ts'
import type { Data } from '../../../api/operations.ts'
import { useAnswer } from '../../../api/use-operation.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { contactName } from '../../../components/contact-name.ts'
import { ActionMenu } from '../../../components/menu.tsx'
import { useOrganisationName } from '../../../components/organisation/organisation-name.tsx'
import { Answered } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { useMay } from '../../../workspace/workspace.ts'
import { EnrollDialog } from '../../enrollments/enroll/enroll.tsx'
import { EnrollmentTable } from '../../enrollments/enrollment-table.tsx'
import { ContactForm } from '../contact-form.tsx'
import { ContactTimeline } from './contact-timeline.tsx'
import { ContactEndings } from './delete-contact.tsx'

/** A contact, and the guides that they follow. */
export function ContactPage() {
  const query = useAnswer('getContact', { id: usePageId() })
  return (
    <Answered query={query} list="/contacts">
      {({ data }) => <Shown contact={data} />}
    </Answered>
  )
}

function Shown({ contact }: { contact: Data<'getContact'> }) {
  const { say } = useWords()
  const [open, setOpen] = useState<'edit' | 'delete' | 'erase' | 'enroll'>()
  const close = () => setOpen(undefined)
  const name = contactName(contact)
  const mayWrite = useMay('contacts:write')
  const mayEnroll = useMay('enrollments:write')
  const mayExport = useMay('exports:manage')
  const download = useDownload()
  const organisation = useOrganisationName(contact.organisation_id)
  const { organisation_id } = contact
  return (
    <>
      <div className="head">
        <Link to="/contacts" className="btn bare sq" aria-label={say('contacts.back')}>
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
              {say('common.edit')}
            </Button>
          )}
          {mayEnroll && (
            <Button look="main" onClick={() => setOpen('enroll')}>
              <Plus className="icon" aria-hidden />
              {say('enroll.in_guide')}
            </Button>
          )}
          <ActionMenu
            of={name}
            actions={[
              mayExport && {
                icon: Download,
                text: say('exports.contact_data'),
                run: () => download({ what: 'contact', id: contact.id }),
              },
              mayWrite && { icon: Trash2, text: say('common.delete'), danger: true, run: () => setOpen('delete') },
              mayExport && { icon: Eraser, text: say('exports.erase'), danger: true, run: () => setOpen('erase') },
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
      {(open === 'delete' || open === 'erase') && <ContactEndings contact={contact} ending={open} onClose={close} />}
    </>
  )
}

function Details({ contact }: { contact: Data<'getContact'> }) {
  const { say, day } = useWords()
  return (
    <section className="card" aria-label={say('contacts.details')}>
      <dl className="kv pad all">
        <dt>{say('contacts.email')}</dt>
        <dd>{contact.email}</dd>
        <dt>{say('contacts.external_id')}</dt>
        <dd>{contact.external_id ?? '–'}</dd>
        <dt>{say('contacts.reminders')}</dt>
        <dd>
          {contact.unsubscribed_at
            ? say('contacts.unsubscribed', { day: day(contact.unsubscribed_at) })
            : say('contacts.reminded')}
        </dd>
        <dt>{say('contacts.added')}</dt>
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
  const { say } = useWords()
  const list = useList('listEnrollments', { contact_id: id })
  return (
    <Answered query={list.first}>
      {() => (
        <div>
          <EnrollmentTable list={list} by="guide" empty={say('contacts.follows_nothing')} />
        </div>
      )}
    </Answered>
  )
}
