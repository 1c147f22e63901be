import { useState } from 'preact/hooks'
import { mount } from '../app/mount.tsx'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { OpenLink } from '../parts/open-link.tsx'
import { Given } from '../parts/person.tsx'
import { Changes } from './changes.tsx'
import { Checked } from './check.tsx'
import { type Draft, publicationOf } from './draft.ts'
import { DraftOutline } from './outline.tsx'
import { DEVICES, type Device, DraftPage, LOOKS, type Look } from './page.tsx'
import { Publish } from './publish.tsx'
import { usePages } from './use-pages.ts'
import { GUIDE } from './words.ts'

/** Another revision of the draft is another thing to look at. */
function GuideView({ value }: { value: Draft }) {
  return <Revision key={value.data.revision} value={value} />
}

/** The draft of a guide: its pages, what it changes, what is wrong with it, its outline, and publishing it. */
function Revision({ value }: { value: Draft }) {
  const { host, place } = useShown()
  const words = useWords(GUIDE)
  const { data } = value
  const { id, title, revision, changes, changes_count } = data
  const pages = usePages(id)
  const { overview, choose } = pages
  const [device, setDevice] = useState<Device>('phone')
  const [look, setLook] = useState<Look>(place.theme)
  const [current, setCurrent] = useState<string>()
  const publication = publicationOf(value)
  const isPublished = publication?.published === true
  const version = overview?.version_number

  // What was removed has no page.
  const steps = new Set(overview?.sections.flatMap((section) => section.steps.map((step) => step.id)))
  const shown = changes.flatMap((change) => (change.id !== undefined && steps.has(change.id) ? [change.id] : []))
  const showNext = () => {
    const next = shown[(shown.indexOf(current ?? '') + 1) % shown.length]
    setCurrent(next)
    choose(next)
  }
  return (
    <section className="card" aria-labelledby="title">
      <header className="row wrap">
        <h2 id="title" className="clamp">
          <Given text={title} />
        </h2>
        {!isPublished && (
          <span className="chip">{version === undefined ? words.draft : words.draft_of((version ?? 0) + 1)}</span>
        )}
        <span className="grow" />
        {overview && <Switches {...{ device, setDevice, look, setLook }} />}
      </header>
      <div className={overview ? `beside ${device}` : ''}>
        {overview && <DraftPage pages={{ ...pages, overview }} device={device} look={look} />}
        <div className="parts">
          <Changes changes={changes} count={changes_count} draft={overview} current={current} />
          {!isPublished && <Checked id={id} revision={revision} />}
          <DraftOutline id={id} revision={revision} />
        </div>
      </div>
      <footer className="row wrap">
        {isPublished ? (
          <Notice kind="good">{words.published(publication.version_number)}</Notice>
        ) : (
          host.calls && <Publish {...{ id, revision, version }} shown={publication} />
        )}
        {shown.length > 0 && <Button onClick={showNext}>{words.next_change}</Button>}
        <span className="grow" />
        {'url' in data && <OpenLink url={data.url} />}
      </footer>
    </section>
  )
}

interface SwitchesProps {
  device: Device
  setDevice(device: Device): void
  look: Look
  setLook(look: Look): void
}

function Switches({ device, setDevice, look, setLook }: SwitchesProps) {
  const words = useWords(GUIDE)
  return (
    <div className="row wrap">
      <fieldset className="tabs" aria-label={words.device}>
        {DEVICES.map((each) => (
          <button type="button" key={each} aria-pressed={each === device} onClick={() => setDevice(each)}>
            <Icon name={each} />
            {words.devices[each]}
          </button>
        ))}
      </fieldset>
      <fieldset className="tabs" aria-label={words.look}>
        {LOOKS.map((each) => (
          <button
            type="button"
            key={each}
            aria-label={words.looks[each]}
            aria-pressed={each === look}
            onClick={() => setLook(each)}
          >
            <Icon name={each} />
          </button>
        ))}
      </fieldset>
    </div>
  )
}

mount<Draft>({ tool: 'preview_guide_draft', takes: [], again: ({ data }) => ({ id: data.id }), Body: GuideView })
