import type { FastifyReply } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Placed } from '../guide.ts'
import type { GuideVisit } from '../visit.ts'

/** A visit to the page of a step. */
export interface StepVisit extends GuideVisit {
  placed: Placed
}

/** The input of a rejected form, and its errors. */
export interface Refused {
  /** The input by the names of the fields. */
  typed: Readonly<Record<string, string | boolean | string[]>>
  /** The errors in the contact's language, by the names of the fields. */
  wrong: Readonly<Record<string, string>>
}

/** The parts of a page that differ by type of step; the frame is the same for all. */
export interface StepPage {
  /** Between the heading and the foot. */
  body(visit: StepVisit, refused?: Refused): ComponentChildren
  /** The foot of the page; by default the button that completes the step. */
  foot?(visit: StepVisit): ComponentChildren
  /** The input that was refused before the browser was sent back to the page, and its errors. */
  refused?(visit: StepVisit): Refused | undefined
  /** Does what was sent, and answers; or says what is wrong with it, and the page is shown again. */
  post(visit: StepVisit): Promise<FastifyReply | Refused>
  /** Origins of what it shows in a frame. */
  frames?(visit: StepVisit): readonly string[]
}
