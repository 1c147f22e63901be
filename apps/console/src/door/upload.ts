import { BASE } from './base.ts'
import { answered } from './call.ts'
import type { Output } from './operations.ts'

/** Sends a file that guides show. @throws CallError */
export async function uploadMedia(file: File, workspace: string | undefined): Promise<Output<'uploadMedia'>> {
  const response = await answered(`${BASE}/console/media?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'handrail-workspace': workspace ?? 'none' },
    body: file,
  })
  return response.json()
}
