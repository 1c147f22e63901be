import { AreaField, Tick } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { Editing } from '../saving/use-draft.ts'

/** The page at the end. */
export function ThanksSettings({ editing: { draft, change } }: { editing: Editing }) {
  const { t } = useI18n()
  return (
    <section className="card">
      <div className="pad all fields">
        <AreaField
          label={t('editor.completion_message')}
          hint={t('editor.completion_hint')}
          rows={8}
          value={draft.completion_message}
          onChange={(completion_message) => change((before) => ({ ...before, completion_message }))}
        />
        <Tick
          label={t('editor.asks_effort')}
          checked={draft.asks_effort}
          onChange={(asks_effort) => change((before) => ({ ...before, asks_effort }))}
        />
      </div>
    </section>
  )
}
