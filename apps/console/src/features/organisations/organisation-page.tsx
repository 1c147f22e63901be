import { ArrowLeft, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type List, useList } from '../../api/list/use-list.ts'
import type { Data, Item } from '../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { ActionMenu } from '../../components/menu.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, useGo } from '../../workspace/link.tsx'
import { usePageId } from '../../workspace/page-id.ts'
import { useCan } from '../../workspace/workspace.ts'
import { ContactTable } from '../contacts/list/contact-table.tsx'
import { EnrollmentTable } from '../enrollments/enrollment-table.tsx'
import { DeleteOrganisation } from './delete-organisation.tsx'
import { OrganisationForm } from './organisation-form.tsx'
import { OrganisationTimeline } from './organisation-timeline.tsx'
import { PlansTimeline } from './plans-timeline.tsx'

/** An organisation with its contacts, and how far they are. */
export function OrganisationPage() {
  const id = usePageId()
  const query = useOperation('getOrganisation', { id })
  // Requested at the same time, not one after the other.
  const contacts = useList('listContacts', { organisation_id: id })
  const enrollments = useList('listEnrollments', { organisation_id: id })
  return (
    <QueryView query={query} list="/organisations">
      {({ data }) => <Shown organisation={data} contacts={contacts} enrollments={enrollments} />}
    </QueryView>
  )
}

interface ShownProps {
  organisation: Data<'getOrganisation'>
  contacts: List<Item<'listContacts'>>
  enrollments: List<Item<'listEnrollments'>>
}

function Shown({ organisation, contacts, enrollments }: ShownProps) {
  const { t } = useI18n()
  const go = useGo()
  const { id, name, domain } = organisation
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const mayWrite = useCan('organisations:write')
  const remove = useOperationMutation('deleteOrganisation', { shown: true, onSuccess: () => go('/organisations') })
  return (
    <>
      <div className="head">
        <Link to="/organisations" className="btn bare sq" aria-label={t('organisations.back')}>
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
              {t('common.edit')}
            </Button>
            <ActionMenu
              of={name}
              actions={[{ icon: Trash2, text: t('common.delete'), danger: true, run: () => setOpen('delete') }]}
            />
          </div>
        )}
      </div>
      <div className="stack">
        <h2>{t('nav.contacts')}</h2>
        <div className="cols detail-cols">
          <QueryView query={contacts.first}>
            {() => (
              <div>
                <ContactTable
                  list={contacts}
                  source={{ name: 'listContacts', filters: { organisation_id: id } }}
                  isFollowed
                />
              </div>
            )}
          </QueryView>
          <OrganisationTimeline organisation={organisation} />
        </div>
        <h2>{t('nav.enrollments')}</h2>
        {enrollments.first.data && <PlansTimeline list={enrollments} />}
        <QueryView query={enrollments.first}>
          {() => (
            <div>
              <EnrollmentTable list={enrollments} by="contact" empty={t('organisations.follows_nothing')} />
            </div>
          )}
        </QueryView>
      </div>
      {open === 'edit' && <OrganisationForm organisation={organisation} onClose={close} />}
      {open === 'delete' && (
        <DeleteOrganisation organisation={organisation} onClose={close} run={() => remove.mutateAsync({ id })} />
      )}
    </>
  )
}
