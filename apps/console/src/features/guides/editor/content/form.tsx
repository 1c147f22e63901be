import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../../components/button.tsx'
import { ActionMenu } from '../../../../components/menu.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { FormField } from '../../draft/draft.ts'
import { useRowFocus } from '../keys.ts'
import type { ContentProps } from './content-props.ts'
import { FieldEditor } from './form-field.tsx'

const MAX_FIELDS = 100

/** The questions of a form. */
export function FormEditor({ step, wrong, published, onChange }: ContentProps) {
  const { t } = useI18n()
  const fields = step.content.fields ?? []
  const set = (index: number, field: FormField) =>
    onChange({ fields: fields.map((one, at) => (at === index ? field : one)) })
  const move = (index: number, by: -1 | 1) => {
    const [a, b] = [fields[index], fields[index + by]]
    if (a && b) onChange({ fields: fields.map((one, at) => (at === index ? b : at === index + by ? a : one)) })
  }
  const [list, focusRow] = useRowFocus<HTMLFieldSetElement>()
  const isFull = fields.length >= MAX_FIELDS
  const add = (at: number) => {
    const names = new Set(fields.map(({ name }) => name))
    let number = fields.length + 1
    while (names.has(`field_${number}`)) number++
    focusRow(at)
    const added: FormField = { name: `field_${number}`, label: '', kind: 'text', required: true }
    onChange({ fields: fields.toSpliced(at, 0, added) })
  }
  const remove = (at: number) => {
    focusRow(at - 1)
    onChange({ fields: fields.toSpliced(at, 1) })
  }
  return (
    <fieldset className="stack" ref={list}>
      <legend className="label">{t('editor.fields')}</legend>
      {fields.map((field, index) => (
        // A question is its place: its name follows its text.
        <div key={index} className="form-field">
          <FieldEditor
            field={field}
            others={fields.filter((_, at) => at !== index).map(({ name }) => name)}
            isFrozen={published.has(field.name)}
            onNext={isFull ? undefined : () => add(index + 1)}
            onRemove={() => remove(index)}
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
                run: () => remove(index),
              },
            ]}
          />
        </div>
      ))}
      <div>
        <Button busy={isFull} onClick={() => add(fields.length)}>
          <Plus className="icon" aria-hidden />
          {t('editor.add_field')}
        </Button>
      </div>
    </fieldset>
  )
}
