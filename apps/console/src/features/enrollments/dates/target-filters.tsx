import { useI18n } from '../../../i18n/i18n.ts'
import { useFilters } from '../../../workspace/link.tsx'
import './dates.css'

const NAMES = ['target_after', 'target_before'] as const

/** Leaves of a list what has its target after a date, or before one; in the address. */
export function TargetFilters() {
  const { t } = useI18n()
  const [search, change] = useFilters()
  return NAMES.map((name) => (
    <label key={name} className="target-filter">
      <span>{t(`dates.${name}`)}</span>
      <input
        className="input"
        type="date"
        value={search[name] ?? ''}
        onChange={({ target }) => change({ [name]: target.value || undefined })}
      />
    </label>
  ))
}
