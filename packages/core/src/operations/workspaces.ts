import { getOwnCalendar, removeOwnCalendar, renewOwnCalendar } from '../calendars/operations/own.ts'
import { getIndexedMetadataKeys, setIndexedMetadataKeys } from '../metadata-keys/operations.ts'
import { createView, deleteView, getView, listViews, restoreView, updateView } from '../views/operations.ts'
import { getWorkingCalendar, setWorkingCalendar } from '../working-calendar/operations.ts'
import { addSampleWorkspace } from '../workspaces/operations/add-sample.ts'
import { listBackups } from '../workspaces/operations/backups.ts'
import {
  changeWorkspacePlan,
  createFirstWorkspace,
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
} from '../workspaces/operations/instance.ts'
import { getLogo, removeLogo, setLogo } from '../workspaces/operations/logo.ts'
import { getOwnWorkspace } from '../workspaces/operations/of-token.ts'
import { deleteOwnWorkspace, getWorkspace, updateWorkspace } from '../workspaces/operations/own-workspace.ts'
import { getPlan } from '../workspaces/operations/plan.ts'

/** Workspaces and saved views. A part of `operations.ts`. */
export const workspacesOperations = {
  createWorkspace,
  changeWorkspacePlan,
  createFirstWorkspace,
  listWorkspaces,
  deleteWorkspace,
  getWorkspace,
  getOwnWorkspace,
  updateWorkspace,
  deleteOwnWorkspace,
  addSampleWorkspace,
  setLogo,
  removeLogo,
  getLogo,
  getPlan,
  listBackups,
  getIndexedMetadataKeys,
  setIndexedMetadataKeys,
  getWorkingCalendar,
  setWorkingCalendar,
  getOwnCalendar,
  renewOwnCalendar,
  removeOwnCalendar,
  listViews,
  getView,
  createView,
  updateView,
  deleteView,
  restoreView,
}
