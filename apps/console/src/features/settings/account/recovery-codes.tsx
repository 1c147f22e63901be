import { Download } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { CopyButton } from '../../../components/copy.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { saveFile } from '../../../components/export/save-file.ts'
import { Sentence } from '../../../components/sentence.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import './account.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onClose(): void
}

/** Recovery codes, which cannot be shown again: only the button of the dialog closes it. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { t } = useI18n()
  const text = codes.map((code) => `${code}\n`).join('')
  return (
    <Dialog title={t('second_factor.your_codes')} persistent onClose={onClose}>
      <div className="body">
        <p>
          <Sentence text={t('second_factor.codes_text')} parts={{ once: <b>{t('second_factor.once')}</b> }} />
        </p>
        <ul className="recovery-codes" aria-label={t('second_factor.codes')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="account-acts">
          <CopyButton text={text} />
          <Button onClick={() => saveFile('recovery-codes.txt', 'text/plain', [text])}>
            <Download className="icon" aria-hidden />
            {t('secret.save')}
          </Button>
        </div>
      </div>
      <div className="foot">
        <Button look="main" onClick={onClose}>
          {t('secret.saved')}
        </Button>
      </div>
    </Dialog>
  )
}
