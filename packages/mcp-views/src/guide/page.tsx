import { useEffect, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import type { ShownPage } from './draft.ts'
import type { Pages } from './use-pages.ts'
import { GUIDE } from './words.ts'

export const DEVICES = ['phone', 'desktop'] as const
export type Device = (typeof DEVICES)[number]
export const LOOKS = ['light', 'dark'] as const
export type Look = (typeof LOOKS)[number]

/** The widths and heights at which the pages are drawn, before they are made as wide as there is room. */
const SIZES: Record<Device, { width: number; height: number; most: number }> = {
  phone: { width: 375, height: 720, most: 300 },
  desktop: { width: 1120, height: 760, most: 1120 },
}

/** Around a phone. */
const RIM = 5

interface DraftPageProps {
  pages: Pages & { overview: ShownPage }
  device: Device
  look: Look
}

/** The draft as a customer sees it, page by page, in a frame that runs nothing. */
export function DraftPage({ pages, device, look }: DraftPageProps) {
  const { overview, html, failure } = pages
  const { common } = useShown()
  const words = useWords(GUIDE)
  const room = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(0)
  useEffect(() => {
    if (!room.current) return
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0))
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [])

  const { width, height, most } = SIZES[device]
  const scale = Math.min(Math.max(0, available - 2 * RIM), most) / width
  return (
    <div className="shown-page">
      <div className="room" ref={room} aria-busy={html === undefined}>
        {failure !== undefined ? (
          <Notice kind="bad">{failure}</Notice>
        ) : (
          <div className={`device ${device}`} style={sized(width * scale, height * scale)}>
            {html === undefined ? (
              <p role="status">{common.loading}</p>
            ) : (
              <iframe
                title={words.page}
                sandbox=""
                srcdoc={documentOf(html, overview.styles?.[look])}
                style={{ ...sized(width, height), transform: `scale(${scale})` }}
              />
            )}
          </div>
        )}
      </div>
      <Steps pages={pages} />
      <p className="soft small">{words.only_shown}</p>
    </div>
  )
}

function sized(width: number, height: number) {
  return { width: `${width}px`, height: `${height}px` }
}

function documentOf(html: string, style = ''): string {
  const [head = '', ...rest] = html.split('</head>')
  return `${head}<style>${style}</style></head>${rest.join('</head>')}`
}

/** Which page is shown: the overview, or one of the steps. */
function Steps({ pages: { overview, step_id, choose } }: Pick<DraftPageProps, 'pages'>) {
  const words = useWords(GUIDE)
  const ids = [undefined, ...overview.sections.flatMap(({ steps }) => steps.map(({ id }) => id))]
  const at = ids.indexOf(step_id)
  const turn = (by: number, icon: IconName, label: string) => (
    <Button
      label={label}
      busy={at + by < 0 || at + by >= ids.length}
      onClick={() => choose(ids[at + by])}
      kind="square"
    >
      <Icon name={icon} />
    </Button>
  )
  return (
    <div className="row pages">
      {turn(-1, 'back', words.previous_page)}
      <select
        className="grow"
        aria-label={words.which_page}
        value={step_id ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value || undefined)}
      >
        <option value="">{words.overview}</option>
        {overview.sections.map((section) => (
          <optgroup key={section.steps[0]?.id} label={section.title.slice(0, 80)}>
            {section.steps.map(({ id, title }) => (
              <option key={id} value={id}>
                {title.slice(0, 80)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {turn(1, 'forth', words.next_page)}
    </div>
  )
}
