import type { Item } from '../../door/operations.ts'

export type Version = Item<'listGuideVersions'>
