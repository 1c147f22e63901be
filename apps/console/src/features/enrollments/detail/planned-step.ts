import type { Data } from '../../../api/operations.ts'

/** A step as it is planned. */
export type PlannedStep = Data<'getEnrollmentSteps'>['steps'][number]
