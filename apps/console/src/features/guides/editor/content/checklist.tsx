import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../../components/button.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { rowKeys, useRowFocus } from '../keys.ts'
import type { ContentProps } from './content-props.ts'

const MAX_ITEMS = 100

/** The items of a checklist. Lines after the first explain an item. */
export function ChecklistEditor({ step, wrong, onChange }: ContentProps) {
  const { t } = useI18n()
  const items = step.content.items ?? []
  const set = (index: number, text: string) =>
    onChange({ items: items.map((item, at) => (at === index ? text : item)) })
  const [list, focusRow] = useRowFocus<HTMLFieldSetElement>()
  const isFull = items.length >= MAX_ITEMS
  const add = (at: number) => {
    focusRow(at)
    onChange({ items: items.toSpliced(at, 0, '') })
  }
  const remove = (at: number) => {
    focusRow(at - 1)
    onChange({ items: items.toSpliced(at, 1) })
  }
  return (
    <fieldset className="stack close" ref={list}>
      <legend className="label">{t('editor.items')}</legend>
      <span className="hint">{t('editor.items_hint')}</span>
      {items.map((item, index) => (
        // An item is its place: it has no name of its own.
        <div key={index} className="row">
          <textarea
            className="input"
            data-row
            rows={item.split('\n').length}
            placeholder={t('editor.new_item')}
            onKeyDown={rowKeys({
              isEmpty: item === '',
              add: isFull ? undefined : () => add(index + 1),
              remove: () => remove(index),
            })}
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
            onClick={() => remove(index)}
          >
            <Trash2 className="icon" aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button busy={isFull} onClick={() => add(items.length)}>
          <Plus className="icon" aria-hidden />
          {t('editor.add_item')}
        </Button>
      </div>
    </fieldset>
  )
}
