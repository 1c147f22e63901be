import { useWords } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

/** In the place of a part of the console that could not be loaded. */
export function NotLoaded({ onClose }: { onClose(): void }) {
  const { say } = useWords()
  return (
    <Dialog title={say('fault.not_loaded')} onClose={onClose}>
      <p className="body">{say('problem.part_text')}</p>
      <div className="foot">
        <Button onClick={onClose}>{say('common.close')}</Button>
        <Button look="main" onClick={() => window.location.reload()}>
          {say('problem.reload')}
        </Button>
      </div>
    </Dialog>
  )
}
