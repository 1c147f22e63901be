import {
  AppWindow,
  FileText,
  Link2,
  ListChecks,
  type LucideIcon,
  Play,
  Signature,
  TextCursorInput,
  Upload,
} from 'lucide-react'
import type { StepType } from '../../draft/draft.ts'

export const STEP_ICONS: Record<StepType, LucideIcon> = {
  simple_content: FileText,
  checklist: ListChecks,
  form: TextCursorInput,
  file_upload: Upload,
  video: Play,
  embed: AppWindow,
  link: Link2,
  approval: Signature,
}
