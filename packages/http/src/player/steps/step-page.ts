import type { FastifyReply } from 'fastify'
import type { ComponentChildren } from 'preact'
import type { Placed } from '../guide.ts'
import type { GuideVisit, View } from '../visit.ts'

/** A visit to the page of a step. */
export interface StepVisit extends GuideVisit {
  placed: Placed
}

/** What a page of a step shows of what was just sent and could not be taken. */
export interface Refused {
  /** What was typed, by the names of the fields. */
  typed: Readonly<Record<string, string | boolean | string[]>>
  /** What is wrong, in the reader's words, by the names of the fields. */
  wrong: Readonly<Record<string, string>>
  /** What the guide looks like now, where some of what was sent was taken. */
  view?: View
}

/** The parts of a page that differ by type of step; the frame is the same for all. */
export interface StepPage {
  /** Between the heading and the foot. */
  body(visit: StepVisit, refused?: Refused): ComponentChildren
  /** What stands at the foot; the button that does the step when it has none. */
  foot?(visit: StepVisit): ComponentChildren
  /** Does what was sent, and answers; or says what is wrong with it, and the page is shown again. */
  post(visit: StepVisit): Promise<FastifyReply | Refused>
  /** Origins of what it shows in a frame. */
  frames?(visit: StepVisit): readonly string[]
}
