import type { Operation } from '@handrail/core'

/** The extension by which hosts show views of tools (MCP Apps, 2026-01-26). */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui'

export const VIEW_MIME_TYPE = 'text/html;profile=mcp-app'

/** The name of a page that shows the answer of a tool. */
export type View = NonNullable<NonNullable<Operation['tool']>['view']>

/** The views, with their titles for people. */
export const VIEWS: Record<View, string> = {
  attention: 'Customers who need attention',
  enrollment: 'One enrollment',
  guide: 'The draft of a guide',
  insights: 'How a guide does',
}

export function viewUri(view: View): string {
  return `ui://handrail/${view}`
}

/** The metadata of a tool with a view. Both the model and the view call it, unless it is for the view alone. */
export function toolMetaOf(view: View, isOfView = false) {
  return { ui: { resourceUri: viewUri(view), visibility: isOfView ? ['app'] : ['model', 'app'] } }
}
