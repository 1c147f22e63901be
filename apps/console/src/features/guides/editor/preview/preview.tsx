import { ExternalLink, Monitor, Moon, QrCode, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../components/button.tsx'
import { ChoiceField } from '../../../../components/form/field.tsx'
import { lazyDialog } from '../../../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { isDark } from '../../../../style/theme.ts'
import { Link } from '../../../../workspace/link.tsx'
import type { Draft } from '../../draft/draft.ts'
import { PreviewFault, PreviewFrame } from './frame.tsx'
import { usePreview } from './use-preview.ts'
import './preview.css'

const OnMyPhone = lazyDialog(() => import('./on-my-phone.tsx'), 'OnMyPhone')

/** The widths of the previewed windows, in pixels. */
const WIDTHS = { phone: 390, desktop: 1200 } as const
export type Device = keyof typeof WIDTHS

interface PreviewProps {
  id: string
  draft: Draft
  open: string | undefined
  device: Device
  onDevice(device: Device): void
}

/** The preview of the guide beside the editor. */
export function Preview({ id, draft, open, device, onDevice }: PreviewProps) {
  const { t } = useI18n()
  const frame = useRef<HTMLIFrameElement>(null)
  const [look, setLook] = useState(() => (isDark() ? 'dark' : 'light'))
  const [chosen, seeAs] = useState('')
  // A role may be deleted while it is seen.
  const role = draft.roles.find((one) => one.id === chosen)
  const isHidden = draft.sections.some(({ steps }) => steps.some((step) => step.id === open && step.internal))
  const shown = usePreview(frame, {
    id,
    draft,
    open: isHidden ? undefined : open,
    role_id: role?.id,
    look: look === 'dark' ? 'dark' : 'light',
  })
  const [place, size] = useSize()
  const [hasCode, setCode] = useState(false)
  const scale = Math.min(1, size.width / WIDTHS[device])
  const choice = (of: Device, Icon: typeof Monitor) => (
    <Button look="bare" aria-pressed={device === of} onClick={() => onDevice(of)}>
      <Icon className="icon" aria-hidden />
      {t(`preview.${of}`)}
    </Button>
  )
  return (
    <section className="preview" aria-label={t('preview.region')}>
      <div className="row wrap">
        {choice('phone', Smartphone)}
        {choice('desktop', Monitor)}
        <span className="row end">
          <Link className="btn bare sq" to={`/guides/${id}/try`} aria-label={t('preview.try')}>
            <ExternalLink className="icon" aria-hidden />
          </Link>
          <Button
            look="bare"
            square
            title={t('preview.on_my_phone')}
            aria-label={t('preview.on_my_phone')}
            onClick={() => setCode(true)}
          >
            <QrCode className="icon" aria-hidden />
          </Button>
          <Button
            look="bare"
            square
            title={t('preview.dark')}
            aria-label={t('preview.dark')}
            aria-pressed={look === 'dark'}
            onClick={() => setLook(look === 'dark' ? 'light' : 'dark')}
          >
            <Moon className="icon" aria-hidden />
          </Button>
        </span>
      </div>
      {draft.roles.length > 0 && (
        <div className="see-as">
          <ChoiceField
            label={t('guide_plan.see_as')}
            value={role?.id ?? ''}
            options={[['', t('guide_plan.see_as_main')], ...draft.roles.map((one) => [one.id, one.name] as const)]}
            onChange={seeAs}
          />
        </div>
      )}
      {isHidden && <p className="hint">{t('guide_plan.hidden')}</p>}
      <PreviewFault shown={shown} />
      <div className={`device ${device}`} ref={place}>
        <PreviewFrame
          frame={frame}
          shown={shown}
          style={{ width: WIDTHS[device], height: size.height / scale, transform: `scale(${scale})` }}
        />
      </div>
      {hasCode && <OnMyPhone id={id} onClose={() => setCode(false)} />}
    </section>
  )
}

/** The inner size of an element while it is mounted. */
function useSize() {
  const place = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: WIDTHS.phone as number, height: 700 })
  useEffect(() => {
    const element = place.current
    if (!element) return
    const watch = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return [place, size] as const
}
