import { mount } from '../app/mount.tsx'
import { useShown, useWords } from '../app/shown.ts'
import { Notice } from '../parts/notice.tsx'
import { OpenLink } from '../parts/open-link.tsx'
import { Given } from '../parts/person.tsx'
import { Changes } from './changes.tsx'
import { Checked } from './check.tsx'
import { type Draft, publicationOf } from './draft.ts'
import { DraftOutline } from './outline.tsx'
import { Publish } from './publish.tsx'
import { GUIDE } from './words.ts'

/** The draft of a guide: what it changes, what is wrong with it, its outline, and publishing it. */
function GuideView({ value }: { value: Draft }) {
  const { host } = useShown()
  const words = useWords(GUIDE)
  const { data } = value
  const { id, title, revision, changes, changes_count } = data
  const publication = publicationOf(value)
  const isPublished = publication?.published === true
  return (
    <section className="card" aria-labelledby="title">
      <header className="row">
        <h2 id="title" className="grow clamp">
          <Given text={title} />
        </h2>
        {!isPublished && <span className="chip">{words.draft}</span>}
      </header>
      <Changes changes={changes} count={changes_count} />
      {!isPublished && <Checked id={id} revision={revision} />}
      <DraftOutline id={id} revision={revision} />
      <footer>
        {isPublished ? (
          <Notice kind="good">{words.published(publication.version_number)}</Notice>
        ) : (
          host.calls && <Publish key={revision} id={id} revision={revision} shown={publication} />
        )}
        {'url' in data && <OpenLink url={data.url} />}
      </footer>
    </section>
  )
}

mount<Draft>({ tool: 'preview_guide_draft', takes: [], again: ({ data }) => ({ id: data.id }), Body: GuideView })
