import { type AppError, type operations, uploadLimits } from '@handrail/core'
import type { z } from 'zod'
import type { StepVisit } from '../steps/step-page.ts'
import { refusalText } from './refusal-text.ts'

/** What became of a file. */
export type UploadOutcome =
  | { name: string; kept: z.output<typeof operations.uploadFile.output>['data'] }
  | { name: string; refused: AppError }

/** What ends with the file, and not with the next try: a full disk does, a busy database does not. */
export function isFinal({ code, retryAfter = 0 }: AppError): boolean {
  return code === 'validation_error' || (code === 'unavailable' && retryAfter >= 60)
}

/** What the script shows of a file that it has sent. */
export function dataOf(visit: StepVisit, outcome: UploadOutcome) {
  if ('refused' in outcome) return { name: outcome.name, wrong: wrongOf(visit, outcome) }
  const { id, name, bytes } = outcome.kept
  return { id, name, text: visit.i18n.t('upload_sent', { size: visit.i18n.size(bytes) }) }
}

/** Why a file was not taken. */
export function wrongOf(
  { i18n, placed }: StepVisit,
  { name, refused }: Extract<UploadOutcome, { refused: AppError }>,
): string {
  return refusalText(refused, name, uploadLimits(placed.step), i18n)
}
