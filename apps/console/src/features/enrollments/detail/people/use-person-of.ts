import type { Data } from '../../../../api/operations.ts'
import { contactName } from '../../../../components/contact-name.ts'
import { useI18n } from '../../../../i18n/i18n.ts'

interface ByPerson {
  participant_id: string | null
  participant_name: string | null
}

/** Names who did something, where several contacts take part; undefined where one is alone. */
export function usePersonOf({
  participants_count,
  contact,
}: Data<'getEnrollment'>): (done: ByPerson) => string | undefined {
  const { t } = useI18n()
  return ({ participant_id, participant_name }) => {
    if (participant_id !== null) return participant_name ?? t('people.former')
    return participants_count > 0 ? contactName(contact) : undefined
  }
}
