import { type AppError, type operations, uploadLimits } from '@handrail/core'
import type { z } from 'zod'
import type { StepVisit } from '../steps/step-page.ts'
import { refusalText } from './refusal-text.ts'

/** What became of a file. */
export type Fate =
  | { name: string; kept: z.output<typeof operations.uploadFile.output>['data'] }
  | { name: string; refused: AppError }

/** What ends with the file, and not with the next try: a full disk does, a busy database does not. */
export function isFate({ code, retryAfter = 0 }: AppError): boolean {
  return code === 'validation_error' || (code === 'unavailable' && retryAfter >= 60)
}

/** What the script shows of a file that it has sent. */
export function dataOf(visit: StepVisit, fate: Fate) {
  if ('refused' in fate) return { name: fate.name, wrong: wrongOf(visit, fate) }
  const { id, name, bytes } = fate.kept
  return { id, name, text: visit.words.say('upload_sent', { size: visit.words.size(bytes) }) }
}

/** Why a file was not taken. */
export function wrongOf({ words, placed }: StepVisit, { name, refused }: Extract<Fate, { refused: AppError }>): string {
  return refusalText(refused, name, uploadLimits(placed.step), words)
}
