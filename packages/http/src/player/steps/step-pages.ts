import type { Step } from '../visit.ts'
import { approval } from './approval.tsx'
import { checklist } from './checklist.tsx'
import { content } from './content.tsx'
import { embed } from './embed.tsx'
import { fileUpload } from './file-upload.tsx'
import { form } from './form.tsx'
import { link } from './link.tsx'
import type { StepPage } from './step-page.ts'
import { video } from './video.tsx'

/** The page of each type of step. */
export const STEP_PAGES: Record<Step['type'], StepPage> = {
  simple_content: content,
  video,
  embed,
  checklist,
  form,
  file_upload: fileUpload,
  link,
  approval,
}
