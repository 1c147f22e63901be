import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../components/button.tsx'
import { TextField } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { ContentProps } from './content-props.ts'
import { FileButton } from './file-button.tsx'

const MAX_DOCUMENTS = 10
const ACCEPT = 'application/pdf,image/png,image/jpeg,image/webp,image/gif'

/** The files that an approval is about, beside its text. */
export function ApprovalEditor({ step, wrong, onChange }: ContentProps) {
  const { t } = useI18n()
  const { documents = [] } = step.content
  const rename = (at: number, name: string) =>
    onChange({ documents: documents.map((one, index) => (index === at ? { ...one, name } : one)) })
  return (
    <fieldset className="stack close documents">
      <legend className="label">{t('editor.documents')}</legend>
      <p className="hint">{t('editor.documents_hint')}</p>
      {documents.map(({ name, url }, at) => (
        // Two may have the same content, and so the same address.
        <div key={at} className="row">
          <div className="grow">
            <DocumentName
              label={t('editor.document_name', { number: at + 1 })}
              name={name}
              wrong={wrong[`content.documents.${at}.name`] ?? wrong[`content.documents.${at}.url`]}
              onChange={(text) => rename(at, text)}
            />
          </div>
          <a
            className="btn bare sq"
            href={url}
            target="_blank"
            rel="noreferrer"
            aria-label={t('editor.open_document', { name })}
          >
            <Download className="icon" aria-hidden />
          </a>
          <Button
            look="bare"
            square
            aria-label={t('editor.remove_document', { name })}
            onClick={() => onChange({ documents: documents.toSpliced(at, 1) })}
          >
            <Trash2 className="icon" aria-hidden />
          </Button>
        </div>
      ))}
      {documents.length < MAX_DOCUMENTS && (
        <FileButton
          text={t('editor.add_document')}
          hint={t('editor.document_kinds')}
          accept={ACCEPT}
          onUploaded={({ name, url }) => onChange({ documents: [...documents, { name, url }] })}
        />
      )}
    </fieldset>
  )
}

interface DocumentNameProps {
  label: string
  name: string
  wrong: string | undefined
  onChange(name: string): void
}

/** The name of a file; an empty one stays in the field alone. */
function DocumentName({ label, name, wrong, onChange }: DocumentNameProps) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <TextField
      label={label}
      value={isEmpty ? '' : name}
      maxLength={255}
      wrong={wrong}
      onChange={(text) => {
        setEmpty(text.trim() === '')
        if (text.trim() !== '') onChange(text)
      }}
      onBlur={() => setEmpty(false)}
    />
  )
}
