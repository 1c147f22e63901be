import { useState } from 'react'
import { Field, TextField } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { ContentProps } from './content-props.ts'

const MIB = 1024 * 1024
const DEFAULT_MIB = 25

/** The allowed types and sizes of files. */
export function UploadEditor({ step, wrong, onChange }: ContentProps) {
  const { t } = useI18n()
  const { accept = [], max_bytes } = step.content
  const [typed, setTyped] = useState(accept.join(', '))
  const choose = (text: string) => {
    setTyped(text)
    onChange({
      accept: text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    })
  }
  return (
    <div className="pair">
      <TextField
        label={t('editor.accept')}
        hint={t('editor.accept_hint')}
        placeholder=".pdf, .xlsx, image/*"
        value={typed}
        wrong={wrong['content.accept']}
        onChange={choose}
      />
      <Field label={t('editor.max_size')} hint={t('editor.max_size_hint')} wrong={wrong['content.max_bytes']}>
        {(own) => (
          <input
            className="input"
            type="number"
            min={1}
            max={1024}
            {...own}
            value={Math.round((max_bytes ?? DEFAULT_MIB * MIB) / MIB)}
            onChange={({ target: { value } }) =>
              onChange({ max_bytes: Math.min(1024, Math.max(1, Math.round(Number(value)))) * MIB })
            }
          />
        )}
      </Field>
    </div>
  )
}
