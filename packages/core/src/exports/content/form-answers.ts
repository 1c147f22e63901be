import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { fieldsOf } from '../../player/form.ts'
import type { Reader } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'

/** A column of an export: a field of a form. */
export interface AnswerColumn {
  name: string
  step_id: string
  field: string
}

/** The most columns of answers. Spreadsheets have 16,384 columns, and people read far fewer. */
const MAX_ANSWER_COLUMNS = 500
const MAX_GUIDES = 100
const MAX_VERSIONS = 50

/**
 * A column for each field of the forms of a guide in all of its versions, or of the published versions of all guides. The names are
 * the labels, with the step, and with the guide if there are several.
 */
export async function answerColumns(
  reader: Reader,
  workspace_id: string,
  guide_id: string | undefined,
): Promise<AnswerColumn[]> {
  const versions =
    guide_id === undefined ? await published(reader, workspace_id) : await ofGuide(reader, workspace_id, guide_id)
  const found = new Map<string, AnswerColumn>()
  const names = new Map<string, number>()
  for (const { title, sections } of versions)
    for (const step of sections.flatMap(({ steps }) => steps.filter(({ type }) => type === 'form')))
      for (const { name: field, label } of fieldsOf(step)) {
        const key = `${step.id} ${field}`
        if (found.has(key) || found.size === MAX_ANSWER_COLUMNS) continue
        const name = [...(guide_id === undefined ? [title] : []), step.title, label].join(': ')
        const same = (names.get(name) ?? 0) + 1
        names.set(name, same)
        found.set(key, { name: same === 1 ? name : `${name} (${same})`, step_id: step.id, field })
      }
  return [...found.values()]
}

interface Written {
  title: string
  sections: StoredSection[]
}

/** The newest first, so that the columns have their latest names. */
async function ofGuide({ db, tables: { guide_versions: t } }: Reader, workspace_id: string, guide_id: string) {
  const rows: Written[] = await db
    .select({ title: t.title, sections: t.sections })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.guide_id, guide_id), isNotNull(t.published_at)))
    .orderBy(desc(t.number))
    .limit(MAX_VERSIONS)
  return rows
}

async function published({ db, tables: { guides, guide_versions: t } }: Reader, workspace_id: string) {
  const rows: Written[] = await db
    .select({ title: t.title, sections: t.sections })
    .from(guides)
    .innerJoin(t, and(eq(t.workspace_id, guides.workspace_id), eq(t.id, guides.published_version_id)))
    .where(eq(guides.workspace_id, workspace_id))
    .orderBy(desc(guides.created_at), desc(guides.id))
    .limit(MAX_GUIDES)
  return rows
}

/** The submitted answers of enrollments: by enrollment, step and field. */
export async function answersOfAll(
  { db, tables: { form_submissions: t } }: Reader,
  workspace_id: string,
  ids: string[],
): Promise<(id: string, column: AnswerColumn) => unknown> {
  if (ids.length === 0) return () => null
  const rows = await db
    .select({ id: t.enrollment_id, step_id: t.step_id, answers: t.answers })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), inArray(t.enrollment_id, ids)))
  const answers = new Map(rows.map((row) => [`${row.id} ${row.step_id}`, row.answers]))
  return (id, { step_id, field }) => {
    const answer = answers.get(`${id} ${step_id}`)?.[field] ?? null
    return Array.isArray(answer) ? answer.join('; ') : answer
  }
}
