import { TriangleAlert } from 'lucide-react'
import { useWords } from '../../words/words.ts'
import { Button } from '../button.tsx'
import { Secret } from '../copy.tsx'
import { Dialog } from './dialog.tsx'

interface SecretDialogProps {
  title: string
  secrets: readonly { label: string; text: string }[]
  /** What it is, and that it is shown this one time. */
  hint: string
  onClose(): void
}

/** What is shown this one time. It is left by its button alone, not by accident. */
export function SecretDialog({ title, secrets, hint, onClose }: SecretDialogProps) {
  const { say } = useWords()
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
      </div>
      <div className="foot">
        <Button look="main" onClick={onClose}>
          {say('secret.kept')}
        </Button>
      </div>
    </Dialog>
  )
}
