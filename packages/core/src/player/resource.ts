import { z } from 'zod'
import { OPENED_BY } from '../enrollments/contract.ts'
import { EnrollmentEventData, enrollmentEventExample as example } from '../enrollments/events/data.ts'
import { ToldStep, toldForm, toldStep } from '../enrollments/events/told-step.ts'
import { exampleId } from '../fields/example.ts'
import { OutputDate, OutputId } from '../fields/fields.ts'
import { event, resource } from '../resource.ts'
import { playerContract } from './contract.ts'

const Titled = z.object({ id: OutputId, title: z.string() })

const StepData = EnrollmentEventData.extend({ step: ToldStep }).meta({ id: 'StepEventData' })
const OverdueData = EnrollmentEventData.extend({ step: ToldStep.extend({ due_on: OutputDate }) }).meta({
  id: 'OverdueStepEventData',
})
const SectionData = EnrollmentEventData.extend({ section: Titled }).meta({ id: 'SectionEventData' })
const OpenedData = EnrollmentEventData.extend({ section: Titled.extend({ opened_by: z.enum(OPENED_BY) }) }).meta({
  id: 'SectionOpenedEventData',
})
const FileData = EnrollmentEventData.extend({
  step: ToldStep,
  file: z.object({ id: OutputId, name: z.string(), media_type: z.string(), bytes: z.int() }),
}).meta({ id: 'FileEventData' })
const ScoreData = EnrollmentEventData.extend({
  ces: z.object({ score: z.int(), comment: z.string().nullable() }),
}).meta({ id: 'CesEventData' })

const overdue = { ...toldStep, due_on: '2026-11-19' }
const late = {
  health: 'late' as const,
  health_reason: {
    code: 'step_late' as const,
    message: '"Sign in" was due on 19 November 2026.',
    step_id: toldStep.id,
    step_title: toldStep.title,
    due_on: '2026-11-19',
    target_date: null,
    participant_id: null,
  },
}
const section = { id: exampleId(7), title: 'Your account' }
const logo = { ...toldStep, title: 'Your logo', type: 'file_upload' }
const file = { id: exampleId(8), name: 'logo.png', media_type: 'image/png', bytes: 20480 }

/** The actions of a contact in a guide. */
export const player = resource(playerContract, {
  tables: {
    files: { of: 'enrollment', omit: ['stored_as'] },
    unmoved_contents: { of: 'workspace', unarchived: { from: 'all', because: 'it is deleted at the next start' } },
    uploads: { of: 'enrollment', unarchived: { from: 'all', because: 'it is an unfinished upload' } },
    upload_pieces: { of: 'workspace', unarchived: { from: 'all', because: 'it is an unfinished upload' } },
  },
  events: {
    'guide.viewed': event(EnrollmentEventData, example),
    'step.completed': event(StepData, { ...example, step: toldStep }),
    'step.overdue': event(OverdueData, { ...example, ...late, step: overdue }),
    'section.completed': event(SectionData, { ...example, section }),
    'section.opened': event(OpenedData, { ...example, section: { ...section, opened_by: 'steps' } }),
    'file.uploaded': event(FileData, { ...example, step: logo, file }),
    'answers.changed': event(StepData, { ...example, status: 'completed', step: toldForm }),
    'ces.submitted': event(ScoreData, {
      ...example,
      ces: { score: 6, comment: 'Smooth' },
    }),
  },
})
