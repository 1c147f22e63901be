import { Download, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import { Secret } from '../copy.tsx'
import { saveFile } from '../export/save-file.ts'
import { Dialog } from './dialog.tsx'

interface SecretDialogProps {
  title: string
  secrets: readonly { label: string; text: string }[]
  /** What it is, and that it is shown this one time. */
  hint: string
  /** The name of the file in which they can be kept, where there are several. */
  file?: string
  onClose(): void
  /** What comes next. */
  children?: ReactNode
}

/** What is shown this one time. It is left by its button alone, not by accident. */
export function SecretDialog({ title, secrets, hint, file, onClose, children }: SecretDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog title={title} stays onClose={onClose}>
      <div className="body">
        <p className="note warn">
          <TriangleAlert className="icon" aria-hidden />
          {hint}
        </p>
        {secrets.map(({ label, text }) => (
          <div key={label} className="field">
            <span className="label">{label}</span>
            <Secret text={text} />
          </div>
        ))}
        {children}
      </div>
      <div className="foot">
        {file && (
          <Button
            onClick={() =>
              saveFile(file, 'text/plain', [secrets.map(({ label, text }) => `${label}: ${text}\n`).join('')])
            }
          >
            <Download className="icon" aria-hidden />
            {t('secret.save')}
          </Button>
        )}
        <Button look="main" onClick={onClose}>
          {t('secret.kept')}
        </Button>
      </div>
    </Dialog>
  )
}
