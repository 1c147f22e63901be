import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef } from 'react'
import { request } from '../../../../api/call.ts'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import { BASE } from '../../../../base-path.ts'
import { QueryView } from '../../../../components/query-view.tsx'

interface ApprovedTextProps {
  /** The ids of the enrollment and of the approval. */
  at: { id: string; approval_id: string }
}

/** The approved text as the customer read it: from the renderer of the player, which lets no HTML of the text through. */
export function ApprovedText({ at: { id, approval_id } }: ApprovedTextProps) {
  const workspace = useContext(WorkspaceId) ?? 'none'
  const query = useQuery({
    queryKey: [workspace, 'approval text', id, approval_id],
    queryFn: async ({ signal }) => {
      const headers = { 'handrail-workspace': workspace }
      const address = `${BASE}/console/approvals/${id}/${approval_id}`
      return (await request(address, { method: 'POST', headers, signal })).text()
    },
    // What was agreed to never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <QueryView query={query}>{(html) => <Rendered html={html} />}</QueryView>
}

/** The headings of the dialog and of the record are above those of the text. */
const HEADINGS_ABOVE = 2

function Rendered({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    for (const heading of body.querySelectorAll('h2, h3, h4, h5, h6')) lowered(heading)
    place.current?.replaceChildren(...body.childNodes)
  }, [html])
  return <div className="approved-md" ref={place} />
}

function lowered(heading: Element): void {
  const level = Math.min(6, Number(heading.tagName.slice(1)) + HEADINGS_ABOVE)
  const other = document.createElement(`h${level}`)
  other.dir = 'auto'
  other.append(...heading.childNodes)
  heading.replaceWith(other)
}
