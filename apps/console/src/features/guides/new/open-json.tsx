import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useFault } from '../../../api/fault.ts'
import type { Input } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useGo } from '../../../workspace/link.tsx'

/** Makes a guide of one that was saved as JSON, here or elsewhere. */
export function OpenJson() {
  const { t } = useI18n()
  const go = useGo()
  const create = useOperationMutation('createGuide', { shown: true, onSuccess: ({ data }) => go(`/guides/${data.id}`) })
  const [unread, setUnread] = useState(false)
  const fault = useFault(create.error)
  const open = async (file: File | undefined) => {
    if (!file) return
    const guide = guideIn(await file.text())
    setUnread(guide === undefined)
    if (guide) create.mutate(guide)
  }
  const shown = unread ? { title: t('fault.refused'), text: t('exports.not_a_guide') } : fault
  const close = () => {
    setUnread(false)
    create.reset()
  }
  return (
    <>
      <label className="btn side">
        <FileUp className="icon" aria-hidden />
        {t('exports.from_json')}
        <input
          type="file"
          className="unseen"
          accept=".json,application/json"
          onChange={(event) => {
            void open(event.target.files?.[0])
            // The same file may be chosen again once it is mended.
            event.target.value = ''
          }}
        />
      </label>
      {shown && (
        <Dialog title={t('exports.from_json')} onClose={close}>
          <div className="body">
            <Fault fault={shown} />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** The guide in a JSON text; undefined if it is none. The operation checks its fields. */
function guideIn(text: string): Input<'createGuide'> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const isGuide = typeof read === 'object' && read !== null && 'title' in read && 'sections' in read
    // The operation checks the rest.
    return isGuide ? (read as Input<'createGuide'>) : undefined
  } catch {
    // No JSON at all.
    return undefined
  }
}
