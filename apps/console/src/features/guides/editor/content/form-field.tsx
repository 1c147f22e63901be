import { FIELD_KINDS } from '@handrail/core/contract'
import { AreaField, ChoiceField, TextField, Tick } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { withLabel } from '../../draft/answer-name.ts'
import type { FormField } from '../../draft/draft.ts'
import { rowKeys } from '../keys.ts'
import { FieldLimits } from './field-limits.tsx'

interface FieldEditorProps {
  field: FormField
  /** The names of the other fields. */
  others: readonly string[]
  /** Whether its name is published, and stays. */
  isFrozen: boolean
  /** Adds a question after it; undefined if there can be no more. */
  onNext: (() => void) | undefined
  onRemove(): void
  wrong(name: string): string | undefined
  onChange(field: FormField): void
}

/** A question of a form: its text, the kind and the limits of its answer, and the name of the answer. */
export function FieldEditor({ field, others, isFrozen, onNext, onRemove, wrong, onChange }: FieldEditorProps) {
  const { t } = useI18n()
  const { kind, options = [] } = field
  const chooses = kind === 'choice' || kind === 'multiple_choice'
  const chooseKind = (next: FormField['kind']) => {
    const { options: _before, ...rest } = field
    const needsOptions = next === 'choice' || next === 'multiple_choice'
    const offered =
      options.length > 0 ? options : [t('editor.option', { number: 1 }), t('editor.option', { number: 2 })]
    onChange({ ...rest, kind: next, ...(needsOptions && { options: offered }) })
  }
  return (
    <div className="stack close grow">
      <div className="pair">
        <TextField
          label={t('editor.question')}
          data-row
          placeholder={t('editor.new_field')}
          onKeyDown={rowKeys({ isEmpty: field.label === '', add: onNext, remove: onRemove })}
          value={field.label}
          maxLength={255}
          wrong={wrong('label')}
          onChange={(label) => onChange(withLabel(field, label, others, isFrozen))}
        />
        <ChoiceField
          label={t('editor.kind')}
          value={kind}
          options={FIELD_KINDS.map((one) => [one, t(`field_kind.${one}`)] as const)}
          onChange={chooseKind}
        />
      </div>
      {chooses && (
        <AreaField
          label={t('editor.options')}
          hint={t('editor.options_hint')}
          value={options.join('\n')}
          wrong={wrong('options')}
          onChange={(text) => onChange({ ...field, options: text.split('\n') })}
        />
      )}
      <TextField
        label={t('editor.help')}
        value={field.help ?? ''}
        maxLength={1000}
        wrong={wrong('help')}
        onChange={(help) => onChange({ ...field, help })}
      />
      <FieldLimits field={field} wrong={wrong} onChange={onChange} />
      <div className="pair">
        <TextField
          label={t('editor.answer_name')}
          hint={t(isFrozen ? 'editor.answer_name_frozen' : 'editor.answer_name_hint')}
          value={field.name}
          maxLength={100}
          readOnly={isFrozen}
          wrong={wrong('name')}
          onChange={(name) => onChange({ ...field, name })}
        />
        <Tick
          label={t('editor.answer_required')}
          checked={field.required ?? false}
          onChange={(required) => onChange({ ...field, required })}
        />
      </div>
    </div>
  )
}
