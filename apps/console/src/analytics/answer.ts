import type { Data } from '../door/operations.ts'

export type Analytics = Data<'getGuideAnalytics'>
