import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type List, useList } from '../../api/list/use-list.ts'
import type { Data, Item } from '../../api/operations.ts'
import { useAct, useAnswer } from '../../api/use-operation.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { ActionMenu } from '../../components/menu.tsx'
import { Answered } from '../../components/query-view.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { Link, useGo } from '../../workspace/link.tsx'
import { usePageId } from '../../workspace/page-id.ts'
import { useMay } from '../../workspace/workspace.ts'
import { ContactTable } from '../contacts/list/contact-table.tsx'
import { EnrollmentTable } from '../enrollments/enrollment-table.tsx'
import { DeleteOrganisation } from './delete-organisation.tsx'
import { OrganisationForm } from './organisation-form.tsx'
import { OrganisationTimeline } from './organisation-timeline.tsx'

/** An organisation with its contacts, and how far they are. */
export function OrganisationPage() {
  const id = usePageId()
  const query = useAnswer('getOrganisation', { id })
  // Asked for at once, not one after the other.
  const contacts = useList('listContacts', { organisation_id: id })
  const enrollments = useList('listEnrollments', { organisation_id: id })
  return (
    <Answered query={query} list="/organisations">
      {({ data }) => <Shown organisation={data} contacts={contacts} enrollments={enrollments} />}
    </Answered>
  )
}

interface ShownProps {
  organisation: Data<'getOrganisation'>
  contacts: List<Item<'listContacts'>>
  enrollments: List<Item<'listEnrollments'>>
}

function Shown({ organisation, contacts, enrollments }: ShownProps) {
  const { say } = useWords()
  const go = useGo()
  const { id, name, domain } = organisation
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const mayWrite = useMay('organisations:write')
  const remove = useAct('deleteOrganisation', { shown: true, onSuccess: () => go('/organisations') })
  return (
    <>
      <div className="head">
        <Link to="/organisations" className="btn bare sq" aria-label={say('organisations.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <Avatar name={name} large place />
        <div className="title">
          <h1>{name}</h1>
          <span className="soft">{domain}</span>
        </div>
        {mayWrite && (
          <div className="acts">
            <Button onClick={() => setOpen('edit')}>
              <Pencil className="icon" aria-hidden />
              {say('common.edit')}
            </Button>
            <ActionMenu
              of={name}
              actions={[{ icon: Trash2, text: say('common.delete'), danger: true, run: () => setOpen('delete') }]}
            />
          </div>
        )}
      </div>
      <div className="stack">
        <h2>{say('place.contacts')}</h2>
        <div className="cols detail-cols">
          <Answered query={contacts.first}>
            {() => (
              <div>
                <ContactTable list={contacts} isFollowed />
              </div>
            )}
          </Answered>
          <OrganisationTimeline organisation={organisation} />
        </div>
        <h2>{say('place.enrollments')}</h2>
        <Answered query={enrollments.first}>
          {() => (
            <div>
              <EnrollmentTable list={enrollments} by="contact" empty={say('organisations.follows_nothing')} />
            </div>
          )}
        </Answered>
      </div>
      {open === 'edit' && <OrganisationForm organisation={organisation} onClose={close} />}
      {open === 'delete' && (
        <DeleteOrganisation organisation={organisation} onClose={close} run={() => remove.mutateAsync({ id })} />
      )}
    </>
  )
}
