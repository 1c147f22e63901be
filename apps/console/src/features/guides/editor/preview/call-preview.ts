import { request } from '../../../../api/call.ts'
import { BASE } from '../../../../base-path.ts'

export type Look = 'light' | 'dark'

/** The address of the page on which a guide is shown as its contacts would see it; those of its steps are below. */
export function previewHome({ workspace, id, look }: { workspace: string; id: string; look: Look }): string {
  return `${BASE}/console/preview/${workspace}/${id}/${look}`
}

/** A page of a guide with the current draft, which the server does not store. @throws CallError */
export async function callForPreview(address: string, draft: object, signal: AbortSignal): Promise<string> {
  const response = await request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(draft),
    signal,
  })
  return response.text()
}
