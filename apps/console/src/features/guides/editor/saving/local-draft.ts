import { ANYONE } from '@handrail/core/contract'
import type { Draft, Step } from '../../draft/draft.ts'
import type { Base } from './merge.ts'

const NAME = 'handrail'
const STORE = 'drafts'
const DAYS_MS = 30 * 86_400_000

/** The text of an unsaved draft, stored in this browser over a reload. It contains no credentials. */
export interface LocalDraft extends Base {
  draft: Draft
  both: [string, Step][]
}

interface Row extends LocalDraft {
  key: string
  user_id: string
  at: number
}

/** Whose draft of what. */
export interface LocalDraftKey {
  user_id: string
  workspace: string
  guide: string
}

const keyOf = ({ user_id, workspace, guide }: LocalDraftKey) => `${user_id} ${workspace} ${guide}`

export async function keep(key: LocalDraftKey, local: LocalDraft): Promise<void> {
  const row: Row = { ...local, key: keyOf(key), user_id: key.user_id, at: Date.now() }
  await within('readwrite', (store) => store.put(row))
}

export async function forget(key: LocalDraftKey): Promise<void> {
  await within('readwrite', (store) => store.delete(keyOf(key)))
}

/** The stored draft. Drafts of other members, and old ones, are removed. */
export async function findLocalDraft(key: LocalDraftKey): Promise<LocalDraft | undefined> {
  // Only `keep` writes here.
  const rows: Row[] = (await within('readonly', (store) => store.getAll())) ?? []
  for (const row of rows.filter(({ user_id, at }) => user_id !== key.user_id || at < Date.now() - DAYS_MS))
    await within('readwrite', (store) => store.delete(row.key))
  const found = rows.find((row) => row.key === keyOf(key))
  return found && { ...found, draft: whole(found.draft), sent: whole(found.sent), answered: whole(found.answered) }
}

/** A draft that an earlier version of the console has stored may be without what came later. */
function whole(draft: Draft): Draft {
  const sections = draft.sections.map((section) => ({
    ...SECTION,
    ...section,
    steps: section.steps.map((step) => ({ ...STEP, ...step })),
  }))
  return { ...SETTINGS, ...draft, sections }
}

const SETTINGS = { roles: [], participants_may_invite: true, target_after_days: null, target_label: '' }
const SECTION = { opens: 'at_once', waiting_message: '' } as const
const STEP = {
  responsible: ANYONE,
  internal: false,
  assignee_id: null,
  due: null,
  needs_review: false,
  reviewer_id: null,
}

/** Removes all stored drafts when somebody signs out. */
export async function forgetAll(): Promise<void> {
  await within('readwrite', (store) => store.clear())
}

/** Runs a request in the store. Undefined if the browser stores nothing, as in some private windows: then only the tab has the draft. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const database = await opened().catch(() => undefined)
  if (!database) return undefined
  try {
    return await answered(work(database.transaction(STORE, mode).objectStore(STORE)))
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  } finally {
    database.close()
  }
}

async function opened(): Promise<IDBDatabase> {
  const opening = indexedDB.open(NAME, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' })
  return answered(opening)
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
