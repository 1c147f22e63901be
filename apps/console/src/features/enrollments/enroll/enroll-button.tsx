import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { lazyDialog } from '../../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'

const EnrollDialog = lazyDialog(() => import('./enroll.tsx'), 'EnrollDialog')

/** Opens the dialog that enrolls contacts, for members who may. */
export function EnrollButton() {
  const { t } = useI18n()
  const [enrolling, setEnrolling] = useState(false)
  if (!useCan('enrollments:write')) return null
  return (
    <>
      <Button look="main" onClick={() => setEnrolling(true)}>
        <Plus className="icon" aria-hidden />
        {t('enroll.button')}
      </Button>
      {enrolling && <EnrollDialog onClose={() => setEnrolling(false)} />}
    </>
  )
}
