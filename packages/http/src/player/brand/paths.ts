import type { Link, Look } from '../visit.ts'

/** The address of the style sheet that a colour makes, below that of the instance. */
export function colourPath(colour: string, look?: Look): string {
  return `/brand/colours/${colour.slice(1)}${look ? `-${look}` : ''}.css`
}

/** The address of a workspace's logo, whatever name this instance was reached by. */
export function logoPath({
  workspace: { logo_url },
}: {
  workspace: Pick<Link['workspace'], 'logo_url'>
}): string | undefined {
  return logo_url === null ? undefined : new URL(logo_url).pathname
}
