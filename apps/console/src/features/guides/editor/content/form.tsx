import { FIELD_KINDS } from '@handrail/core/contract'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../../components/button.tsx'
import { AreaField, ChoiceField, TextField, Tick } from '../../../../components/form/field.tsx'
import { ActionMenu } from '../../../../components/menu.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { FormField } from '../../draft/draft.ts'
import type { ContentProps } from './content-props.ts'

/** The questions of a form. */
export function FormEditor({ step, wrong, onChange }: ContentProps) {
  const { t } = useI18n()
  const fields = step.content.fields ?? []
  const set = (index: number, field: FormField) =>
    onChange({ fields: fields.map((one, at) => (at === index ? field : one)) })
  const move = (index: number, by: -1 | 1) => {
    const [a, b] = [fields[index], fields[index + by]]
    if (a && b) onChange({ fields: fields.map((one, at) => (at === index ? b : at === index + by ? a : one)) })
  }
  const add = () => {
    const names = new Set(fields.map(({ name }) => name))
    let number = fields.length + 1
    while (names.has(`field_${number}`)) number++
    onChange({
      fields: [...fields, { name: `field_${number}`, label: '', kind: 'text', required: true }],
    })
  }
  return (
    <fieldset className="stack">
      <legend className="label">{t('editor.fields')}</legend>
      {fields.map((field, index) => (
        <div key={field.name} className="form-field">
          <FieldEditor
            field={field}
            wrong={(name) => wrong[`content.fields.${index}.${name}`]}
            onChange={(next) => set(index, next)}
          />
          <ActionMenu
            of={field.label}
            actions={[
              { icon: ArrowUp, text: t('editor.move_up'), run: () => move(index, -1) },
              { icon: ArrowDown, text: t('editor.move_down'), run: () => move(index, 1) },
              {
                icon: Trash2,
                text: t('common.delete'),
                danger: true,
                run: () => onChange({ fields: fields.filter((_, at) => at !== index) }),
              },
            ]}
          />
        </div>
      ))}
      <div>
        <Button onClick={add}>
          <Plus className="icon" aria-hidden />
          {t('editor.add_field')}
        </Button>
      </div>
    </fieldset>
  )
}

interface FieldEditorProps {
  field: FormField
  wrong(name: string): string | undefined
  onChange(field: FormField): void
}

function FieldEditor({ field, wrong, onChange }: FieldEditorProps) {
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
          value={field.label}
          wrong={wrong('label')}
          onChange={(label) => onChange({ ...field, label })}
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
        wrong={wrong('help')}
        onChange={(help) => onChange({ ...field, help })}
      />
      <Tick
        label={t('editor.answer_required')}
        checked={field.required ?? false}
        onChange={(required) => onChange({ ...field, required })}
      />
    </div>
  )
}
