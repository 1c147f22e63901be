export { GRANTABLE_ROLES } from '../access/rights.ts'
export {
  type Access,
  ALL_SCOPES,
  DECLARED_RIGHTS,
  SCOPE_NAMES,
  SCOPES_BY_RESOURCE,
  type Scope,
} from '../access/scopes.ts'
export { AUDIT_ACTIONS, type AuditAction, REFUSAL_REASONS, SOURCES } from '../audit/contract.ts'
export { LATEST_ENROLLMENT_STATUSES } from '../contacts/contract.ts'
export { HEALTH_COUNTS_TO } from '../customers/contract.ts'
export {
  EMAIL_KINDS,
  EMAIL_STATUSES,
  type EmailError,
  type Encryption,
  emailErrorOf,
  type KeptReason,
  MEMBER_MAILS,
  PLAN_MAIL_KINDS,
} from '../emails/contract.ts'
export { ENROLLMENT_STATUSES, HEALTHS, type LeftReason } from '../enrollments/contract.ts'
export { type PlannedDates, plannedDates } from '../enrollments/dates/planned-dates.ts'
export { LIST_FORMATS } from '../exports/contract.ts'
export { csvLine } from '../exports/csv.ts'
export { answerName } from '../guides/answer-name.ts'
export { type Change, type ComparedGuide, changesOf } from '../guides/comparison/compare.ts'
export { headFingerprint, inOrder, stepFingerprint } from '../guides/comparison/fingerprints.ts'
export { FIELD_KINDS, GUIDE_STATUSES, STEP_TYPES } from '../guides/contract.ts'
export { hasPlan } from '../guides/has-plan.ts'
export { ANYONE, TEAM } from '../guides/responsible.ts'
export { isReviewable } from '../guides/reviewed.ts'
export { TEMPLATE_NAMES, type TemplateName, type Templates } from '../guides/templates/template.ts'
export { isWebAddress, type Unfinished, type UnfinishedProblem, unfinishedOf } from '../guides/unfinished.ts'
export {
  ACTIVE_IMPORT_STATUSES,
  IMPORT_STATUSES,
  IMPORT_TARGETS,
  IMPORTED,
  type Imported,
  type ImportStatus,
  metadataTarget,
  ROW_OUTCOMES,
} from '../imports/contract.ts'
export { MOVE_STATUSES } from '../moves/contract.ts'
export { ATTENTION_KINDS, MAX_ATTENTION } from '../overview/contract.ts'
export { sortName } from '../records/text.ts'
export { MAX_VIEW_NAME, VIEW_LISTS, type ViewList } from '../views/contract.ts'
export { DELIVERY_STATUSES } from '../webhooks/contract.ts'
export { EVENT_TYPES, type EventType } from '../webhooks/events/types.ts'
export { WORK_COUNTS_TO, WORK_KINDS, WORK_OF } from '../work/contract.ts'
export { DEFAULT_CALENDAR } from '../working-calendar/calendar.ts'
export { INTERFACE_LANGUAGES, type InterfaceLanguage, ROLES, type Role, type StaleOn } from './contract.ts'
export { EFFECTS, type Effect } from './effects.ts'
export { LANGUAGES, type Language } from './languages.ts'
export { MAX_IDS } from './limits.ts'
export { resourceOfEvent, STALE_ON } from './staleness.ts'
