import { Icon } from '../layout/icons.tsx'
import { Prose } from '../layout/prose.tsx'
import { endingOf } from '../uploads/rows.tsx'
import type { Visit } from '../visit.ts'

interface DocumentProps {
  visit: Visit
  document: { markdown: string; files: readonly { name: string; url: string }[] }
}

/** The text and the files that are agreed to, in one frame. */
export function ApprovedDocument({ visit, document: { markdown, files } }: DocumentProps) {
  return (
    <section class="agreed">
      <Prose visit={visit} text={markdown} />
      {files.map(({ name, url }) => (
        <a key={url} class="file" href={addressOf(visit, url)} download={name}>
          <span class="kind" aria-hidden="true">
            {endingOf(url)}
          </span>
          <span class="grow" dir="auto">
            {name}
          </span>
          <Icon name="download" />
        </a>
      ))}
    </section>
  )
}

/** The address of uploaded media at this instance, whose own may have changed since. */
function addressOf({ player: { base } }: Visit, url: string): string {
  return `${base}${url.slice(url.lastIndexOf('/media/'))}`
}
