import { analytics } from './en/analytics.ts'
import { bulk, selection } from './en/bulk.ts'
import { common, fault, secret } from './en/common.ts'
import { contacts, organisations } from './en/contacts.ts'
import { dates, plan_next } from './en/dates.ts'
import { email_problem, enroll, enrollment, enrollments, gate, people, timeline } from './en/enrollments.ts'
import { frame, nav, problem, role, status } from './en/frame.ts'
import { editor, field_kind, step_type } from './en/guides/editor.ts'
import { guides, publish, templates } from './en/guides/guides.ts'
import { guide_plan } from './en/guides/plan.ts'
import { guide_settings } from './en/guides/settings.ts'
import { moves, versions } from './en/guides/versions.ts'
import { preview, sorting, together, unfinished } from './en/guides/writing.ts'
import { imports } from './en/imports.ts'
import { inbox, internal_notes } from './en/inbox.ts'
import { order, views } from './en/lists.ts'
import { files, messages, outbox } from './en/messages.ts'
import { attention, first, overview } from './en/overview.ts'
import { palette } from './en/palette.ts'
import { exports } from './en/settings/exports.ts'
import { settings } from './en/settings/settings.ts'

/** All texts of the console. */
export const en = {
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
