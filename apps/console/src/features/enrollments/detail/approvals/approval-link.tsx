import { Signature } from 'lucide-react'
import type { Item } from '../../../../api/operations.ts'
import { useI18n } from '../../../../i18n/i18n.ts'
import { Link } from '../../../../workspace/link.tsx'

/** Who approved a text or asked for changes, with a link to the record. */
export function ApprovalLink({ approval }: { approval: Item<'listApprovals'> }) {
  const { t, day } = useI18n()
  const { id, enrollment_id, decision, signed_name, person_name, created_at } = approval
  const text =
    decision === 'approved'
      ? t('plan.approved_by', { name: signed_name, date: day(created_at) })
      : t('plan.changes_asked_by', { name: person_name })
  return (
    <Link to={`/enrollments/${enrollment_id}`} search={{ tab: 'steps', approval: id }} className="approved">
      <Signature className="icon" aria-hidden />
      {text}
    </Link>
  )
}
