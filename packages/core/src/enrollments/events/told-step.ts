import { z } from 'zod'
import { exampleId } from '../../fields/example.ts'
import { OutputId } from '../../fields/fields.ts'

/** The step that an event is about. */
export const ToldStep = z.object({ id: OutputId, title: z.string(), type: z.string() })

/** Examples of it. */
export const toldStep = { id: exampleId(6), title: 'Sign in', type: 'simple_content' }
export const toldForm = { ...toldStep, title: 'Your company', type: 'form' }
