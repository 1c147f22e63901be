import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../../components/button.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { ContentProps } from './content-props.ts'

/** The items of a checklist. Lines after the first explain an item. */
export function ChecklistEditor({ step, wrong, onChange }: ContentProps) {
  const { t } = useI18n()
  const items = step.content.items ?? []
  const set = (index: number, text: string) =>
    onChange({ items: items.map((item, at) => (at === index ? text : item)) })
  return (
    <fieldset className="stack close">
      <legend className="label">{t('editor.items')}</legend>
      <span className="hint">{t('editor.items_hint')}</span>
      {items.map((item, index) => (
        // An item is its place: it has no name of its own.
        <div key={index} className="row">
          <textarea
            className="input"
            rows={item.includes('\n') ? 3 : 1}
            aria-label={t('editor.item', { number: index + 1 })}
            aria-invalid={wrong[`content.items.${index}`] ? true : undefined}
            value={item}
            maxLength={1000}
            onChange={(event) => set(index, event.target.value)}
          />
          <Button
            look="bare"
            square
            aria-label={t('editor.remove_item', { number: index + 1 })}
            onClick={() => onChange({ items: items.filter((_, at) => at !== index) })}
          >
            <Trash2 className="icon" aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange({ items: [...items, ''] })}>
          <Plus className="icon" aria-hidden />
          {t('editor.add_item')}
        </Button>
      </div>
    </fieldset>
  )
}
