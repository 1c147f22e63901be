import { X } from 'lucide-react'
import { useOperation } from '../../../../api/use-operation.ts'
import { Tick } from '../../../../components/form/field.tsx'
import { useOrganisationName } from '../../../../components/organisation/organisation-name.tsx'
import { OrganisationPicker } from '../../../../components/organisation/organisation-picker.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'

interface OnlyProps {
  chosen: string[]
  onChange(ids: string[]): void
}

/** The guides whose events a webhook gets; none chosen means all. */
export function OnlyGuides({ chosen, onChange }: OnlyProps) {
  const { t } = useI18n()
  const guides = useOperation('listGuides', { per_page: 100 }).data?.data ?? []
  if (guides.length === 0) return null
  return (
    <fieldset>
      <legend className="label">{t('settings.webhooks.only_guides')}</legend>
      <div className="ticks">
        {guides.map(({ id, title }) => (
          <Tick
            key={id}
            label={title}
            checked={chosen.includes(id)}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The organisations whose events a webhook gets; none chosen means all. */
export function OnlyOrganisations({ chosen, onChange }: OnlyProps) {
  return (
    <div className="stack close">
      {chosen.length > 0 && (
        <div className="row wrap">
          {chosen.map((id) => (
            <Chosen key={id} id={id} onLeaveOut={() => onChange(chosen.filter((one) => one !== id))} />
          ))}
        </div>
      )}
      <OrganisationPicker
        chosen={undefined}
        onChoose={(option) => option && !chosen.includes(option.id) && onChange([...chosen, option.id])}
      />
    </div>
  )
}

function Chosen({ id, onLeaveOut }: { id: string; onLeaveOut(): void }) {
  const { t } = useI18n()
  const name = useOrganisationName(id) || id
  return (
    <span className="chip">
      {name}
      <button
        type="button"
        className="btn bare sq"
        aria-label={t('settings.webhooks.leave_out', { name })}
        onClick={onLeaveOut}
      >
        <X className="icon" aria-hidden />
      </button>
    </span>
  )
}
