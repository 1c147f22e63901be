import { Printer } from 'lucide-react'
import type { Data } from '../../../../api/operations.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../components/button.tsx'
import { ShownDialog } from '../../../../components/dialog/shown-dialog.tsx'
import { QueryView } from '../../../../components/query-view.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { ApprovedText } from './approved-text.tsx'
import './approval.css'

interface ApprovalRecordProps {
  /** The ids of the enrollment and of the approval. */
  at: { id: string; approval_id: string }
  onClose(): void
}

/** What a contact has approved or asked to change: the exact text and files, by whom, when and from where. It can be printed. */
export function ApprovalRecord({ at, onClose }: ApprovalRecordProps) {
  const { t } = useI18n()
  const query = useOperation('getApproval', at)
  const approval = query.data?.data
  const step = approval?.document.title ?? ''
  const title = t(approval?.decision === 'changes_requested' ? 'approval.changes_title' : 'approval.title', { step })
  return (
    <ShownDialog
      title={title}
      broad
      onClose={onClose}
      act={
        approval && (
          <Button onClick={() => window.print()}>
            <Printer className="icon" aria-hidden />
            {t('approval.print')}
          </Button>
        )
      }
    >
      <QueryView query={query}>{({ data }) => <Record approval={data} at={at} />}</QueryView>
    </ShownDialog>
  )
}

function Record({ approval, at }: { approval: Data<'getApproval'>; at: ApprovalRecordProps['at'] }) {
  const { t, exactTime } = useI18n()
  const { decision, person_name, signed_name, note, document, document_sha256, address, created_at } = approval
  const isApproved = decision === 'approved'
  return (
    <article className="approval-record stack">
      <dl className="kv">
        <dt>{t(isApproved ? 'approval.approved' : 'approval.asked')}</dt>
        <dd>
          <time dateTime={created_at}>{exactTime(created_at)}</time>
        </dd>
        <dt>{t('approval.by')}</dt>
        <dd>{person_name}</dd>
        {isApproved && (
          <>
            <dt>{t('approval.signed')}</dt>
            <dd>{signed_name}</dd>
          </>
        )}
        <dt>{t('approval.address')}</dt>
        <dd>{address ?? t('approval.unknown')}</dd>
        <dt>{t('approval.hash')}</dt>
        <dd className="mono">{document_sha256}</dd>
        {note !== '' && (
          <>
            <dt>{t('approval.note')}</dt>
            <dd className="pre">{note}</dd>
          </>
        )}
      </dl>
      <section className="approved-text" aria-label={t('approval.exact')}>
        <h3>{document.title}</h3>
        {document.markdown !== '' && <ApprovedText at={at} />}
        {document.files.length > 0 && (
          <>
            <h4>{t('approval.files')}</h4>
            <ul>
              {document.files.map(({ name, url }, place) => (
                // Two may have the same content.
                <li key={place}>
                  <a href={url} target="_blank" rel="noreferrer">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {isApproved && <p className="soft">{t('approval.agreement')}</p>}
    </article>
  )
}
