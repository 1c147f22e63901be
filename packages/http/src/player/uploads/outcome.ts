import type { AppError, operations } from '@handrail/core'
import { uploadLimits } from '@handrail/core/internal'
import type { z } from 'zod'
import type { StepVisit } from '../steps/step-page.ts'
import { refusalOf, refusalText } from './refusal-text.ts'

/** The outcome of an upload. */
export type UploadOutcome =
  | { name: string; kept: z.output<typeof operations.uploadFile.output>['data'] }
  | { name: string; refused: AppError }

/** Whether an error is final for the file: a full disk is, a busy database is not. */
export function isFinal({ code, retryAfter = 0 }: AppError): boolean {
  return code === 'validation_error' || (code === 'unavailable' && retryAfter >= 60)
}

/** The data of an outcome for the script. */
export function dataOf(visit: StepVisit, outcome: UploadOutcome) {
  if ('refused' in outcome) return { name: outcome.name, wrong: wrongOf(visit, outcome) }
  const { id, name, bytes } = outcome.kept
  return { id, name, text: visit.i18n.t('upload_sent', { size: visit.i18n.size(bytes) }) }
}

/** The message for a refused file. */
function wrongOf(
  { i18n, placed }: StepVisit,
  { name, refused }: Extract<UploadOutcome, { refused: AppError }>,
): string {
  return refusalText(refusalOf(refused, name), uploadLimits(placed.step), i18n)
}
