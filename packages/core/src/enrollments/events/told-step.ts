import { z } from 'zod'
import { exampleId } from '../../fields/example.ts'
import { OutputId } from '../../fields/fields.ts'

/** The step that an event is about. */
export const ToldStep = z.object({
  id: OutputId.meta({ reference: 'The step, as the version of the enrollment has it.' }),
  title: z.string().meta({ reference: 'Title of the step.' }),
  type: z.string().meta({ reference: 'Type of the step, such as `form` or `file_upload`.' }),
})

/** Examples of it. */
export const toldStep = { id: exampleId(6), title: 'Sign in', type: 'simple_content' }
export const toldForm = { ...toldStep, title: 'Your company', type: 'form' }
