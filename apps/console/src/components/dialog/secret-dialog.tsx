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
  /** A sentence that names the secret and says that it is shown only once. */
  hint: string
  /** The name of the file in which they can be kept, where there are several. */
  file?: string
  onClose(): void
  /** Next steps, below the secret. */
  children?: ReactNode
}

/** A dialog with a secret that is shown only once. Only its button closes it, so that nobody loses the secret by accident. */
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
