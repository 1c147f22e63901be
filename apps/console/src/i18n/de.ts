import { analytics } from './de/analytics.ts'
import { bulk, selection } from './de/bulk.ts'
import { common, fault, secret } from './de/common.ts'
import { contacts, organisations } from './de/contacts.ts'
import { dates, plan_next } from './de/dates.ts'
import { email_problem, enroll, enrollment, enrollments, gate, people, timeline } from './de/enrollments.ts'
import { frame, nav, problem, role, status } from './de/frame.ts'
import { editor, field_kind, step_type } from './de/guides/editor.ts'
import { guides, publish, templates } from './de/guides/guides.ts'
import { guide_plan } from './de/guides/plan.ts'
import { guide_settings } from './de/guides/settings.ts'
import { moves, versions } from './de/guides/versions.ts'
import { preview, sorting, together, unfinished } from './de/guides/writing.ts'
import { imports } from './de/imports.ts'
import { inbox, internal_notes } from './de/inbox.ts'
import { order, views } from './de/lists.ts'
import { files, messages, outbox } from './de/messages.ts'
import { attention, first, overview } from './de/overview.ts'
import { palette } from './de/palette.ts'
import { exports } from './de/settings/exports.ts'
import { settings } from './de/settings/settings.ts'

export const de = {
  common,
  secret,
  fault,
  frame,
  nav,
  problem,
  role,
  status,
  overview,
  analytics,
  bulk,
  selection,
  order,
  views,
  attention,
  first,
  contacts,
  organisations,
  palette,
  imports,
  exports,
  dates,
  plan_next,
  enroll,
  enrollments,
  gate,
  email_problem,
  enrollment,
  people,
  timeline,
  messages,
  internal_notes,
  inbox,
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
  guide_settings,
  guide_plan,
  sorting,
  preview,
  together,
  unfinished,
  settings,
}
