import { Bell, Building2, Pencil, Route, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../api/operations.ts'
import { contactName } from '../../../components/contact-name.ts'
import { ActionMenu, LaterMenu } from '../../../components/menu.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { ContactForm } from '../contact-form.tsx'
import { useContactActions } from './contact-actions.tsx'

interface ContactMenuProps {
  contact: Item<'listContacts'>
  /** Called when something was done with the contact that a selection may hold. */
  onDone(): void
}

/** The menu of a contact in a list. */
export function ContactMenu(props: ContactMenuProps) {
  return <LaterMenu of={contactName(props.contact)} menu={() => <Made {...props} />} />
}

function Made({ contact, onDone }: ContactMenuProps) {
  const { t } = useI18n()
  const [isEdited, setEdited] = useState(false)
  const mayEnroll = useCan('enrollments:write')
  const mayWrite = useCan('contacts:write')
  const acts = useContactActions([contact], onDone)
  return (
    <>
      <ActionMenu
        of={contactName(contact)}
        opensAtOnce
        actions={[
          mayEnroll && { icon: Route, text: t('enroll.in_guide'), run: acts.enroll },
          mayEnroll && { icon: Bell, text: t('enrollment.remind'), run: acts.remind },
          mayWrite && { icon: Pencil, text: t('common.edit'), run: () => setEdited(true) },
          mayWrite && { icon: Building2, text: t('contacts.set_organisation'), run: acts.move },
          mayWrite && { icon: Trash2, text: t('common.delete'), danger: true, run: acts.remove },
        ]}
      />
      {acts.dialog}
      {isEdited && <ContactForm contact={contact} onClose={() => setEdited(false)} />}
    </>
  )
}
