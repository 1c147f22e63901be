import { analytics } from './de/analytics.ts'
import { common, fault, secret } from './de/common.ts'
import { contacts, organisations } from './de/contacts.ts'
import { editor, field_kind, step_type } from './de/editor.ts'
import { enroll, enrollment, enrollments, timeline } from './de/enrollments.ts'
import { exports } from './de/exports.ts'
import { frame, place, problem, role, status } from './de/frame.ts'
import { guides, publish, templates } from './de/guides.ts'
import { imports } from './de/imports.ts'
import { integrations, scopes } from './de/integrations.ts'
import { files, messages, outbox } from './de/messages.ts'
import { attention, first, overview } from './de/overview.ts'
import { palette } from './de/palette.ts'
import { settings } from './de/settings.ts'
import { moves, versions } from './de/versions.ts'
import { preview, sorting, together } from './de/writing.ts'

export const de = {
  common,
  secret,
  fault,
  frame,
  place,
  problem,
  role,
  status,
  overview,
  analytics,
  attention,
  first,
  contacts,
  organisations,
  palette,
  imports,
  exports,
  enroll,
  enrollments,
  enrollment,
  timeline,
  messages,
  files,
  outbox,
  guides,
  templates,
  publish,
  versions,
  moves,
  step_type,
  field_kind,
  editor,
  sorting,
  preview,
  together,
  settings: { ...settings, ...integrations },
  scopes,
}
