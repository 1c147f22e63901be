import { type Bound, type OutputOf, operations } from '@handrail/core'
import { Failure } from '../../failure.ts'

/** The id of the guide that has a title or an id. @throws Failure where there is none, or several */
export async function findGuide(bound: Bound, name: string): Promise<string> {
  const found: { id: string; title: string }[] = []
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    const { data, meta }: OutputOf<typeof operations.listAllGuides> = await bound.invoke(operations.listAllGuides, {
      cursor,
      per_page: 100,
    })
    found.push(...data.filter(({ id, title }) => id === name || title === name))
    cursor = meta.next_cursor
  }
  const [guide, ...others] = found
  if (!guide) throw new Failure(`There is no guide "${name}"`)
  if (others.length > 0)
    throw new Failure(
      `Several guides are called "${name}". Give the ID of one: ${found.map(({ id }) => id).join(', ')}`,
    )
  return guide.id
}
