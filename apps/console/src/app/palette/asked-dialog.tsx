import { ContactForm } from '../../features/contacts/contact-form.tsx'
import { EnrollDialog } from '../../features/enrollments/enroll/enroll.tsx'
import { EnrollEverybody } from '../../features/enrollments/enroll/enroll-everybody.tsx'
import { NewGuideDialog } from '../../features/guides/new/new-guide.tsx'
import { OrganisationForm } from '../../features/organisations/organisation-form.tsx'
import { useGo } from '../../workspace/link.tsx'
import type { PaletteDialog } from '../../workspace/palette/palette-item.ts'

/** The dialog that something chosen in the palette needs. */
export function AskedDialog({ asked, onClose }: { asked: PaletteDialog; onClose(): void }) {
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
