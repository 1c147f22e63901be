import { ContactForm } from '../../contacts/contact-form.tsx'
import { EnrollDialog } from '../../enrollments/enroll/enroll.tsx'
import { EnrollEverybody } from '../../enrollments/enroll/enroll-everybody.tsx'
import { NewGuideDialog } from '../../guides/new/new-guide.tsx'
import { OrganisationForm } from '../../organisations/organisation-form.tsx'
import { useGo } from '../link.tsx'
import type { Asked } from './finding/found.ts'

/** The dialog that something chosen in the palette needs. */
export function AskedDialog({ asked, onClose }: { asked: Asked; onClose(): void }) {
  const go = useGo()
  switch (asked.kind) {
    case 'contact':
      return (
        <ContactForm organisation={asked.organisation} onClose={onClose} onSaved={({ id }) => go(`/contacts/${id}`)} />
      )
    case 'organisation':
      return <OrganisationForm onClose={onClose} onSaved={({ id }) => go(`/organisations/${id}`)} />
    case 'guide':
      return <NewGuideDialog onClose={onClose} />
    case 'enroll':
      return <EnrollDialog contacts={asked.contacts ?? []} guide_id={asked.guide_id ?? ''} onClose={onClose} />
    case 'enroll everybody':
      return <EnrollEverybody organisation={asked.organisation} onClose={onClose} />
  }
}
