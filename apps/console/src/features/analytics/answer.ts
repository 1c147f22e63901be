import type { Data } from '../../api/operations.ts'

export type Analytics = Data<'getGuideAnalytics'>
