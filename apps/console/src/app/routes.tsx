import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router'
import { BASE } from '../base-path.ts'
import { loadTexts } from '../i18n/i18n.ts'
import type { TextPart } from '../i18n/parts.ts'
import { ChooseWorkspace } from './choose-workspace.tsx'
import { WorkspaceLayout } from './layout.tsx'
import { MainLayout, SettingsLayout } from './layouts.tsx'
import type { PAGE_PATHS, SETTING_PATHS, WHOLE_PATHS } from './paths.ts'
import { ErrorPage, NotFound } from './problem.tsx'

/** A page is loaded with its first visit, and the parts of the texts that it has. */
function page<K extends string>(
  load: () => Promise<Record<K, RouteComponent>>,
  name: K,
  ...parts: TextPart[]
): RouteComponent {
  return lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), ...parts.map(loadTexts)])
    return module
  }, name)
}

/** The same for a page of settings. */
function settingsPage<K extends string>(
  load: () => Promise<Record<K, RouteComponent>>,
  name: K,
  ...parts: TextPart[]
): RouteComponent {
  return page(load, name, 'settings', ...parts)
}

const PAGES: Record<(typeof PAGE_PATHS)[number], RouteComponent> = {
  '/': page(() => import('../features/overview/overview.tsx'), 'OverviewPage'),
  '/work': page(() => import('../features/work/work.tsx'), 'WorkPage', 'work'),
  '/customers': page(() => import('../features/customers/customers.tsx'), 'CustomersPage', 'customers'),
  '/enrollments': page(() => import('../features/enrollments/enrollments.tsx'), 'EnrollmentsPage'),
  '/enrollments/$id': page(() => import('../features/enrollments/detail/enrollment.tsx'), 'EnrollmentPage', 'plan'),
  '/guides': page(() => import('../features/guides/guides.tsx'), 'GuidesPage'),
  '/guides/$id/versions': page(() => import('../features/guides/versions/versions.tsx'), 'VersionsPage'),
  '/contacts': page(() => import('../features/contacts/list/contacts.tsx'), 'ContactsPage'),
  '/contacts/$id': page(() => import('../features/contacts/detail/contact-page.tsx'), 'ContactPage'),
  '/organisations': page(() => import('../features/organisations/organisations.tsx'), 'OrganisationsPage'),
  '/organisations/$id': page(
    () => import('../features/organisations/organisation-page.tsx'),
    'OrganisationPage',
    'plan',
  ),
  '/analytics': page(() => import('../features/analytics/analytics.tsx'), 'AnalyticsPage'),
  '/imports': page(() => import('../features/imports/imports.tsx'), 'ImportsPage'),
  '/imports/$id': page(() => import('../features/imports/detail/import.tsx'), 'ImportPage'),
  '/inbox': page(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
  '/outbox': page(() => import('../features/outbox/outbox.tsx'), 'OutboxPage', 'kept_mail'),
}

const SETTINGS: Record<(typeof SETTING_PATHS)[number], RouteComponent> = {
  '/': settingsPage(() => import('../features/settings/workspace/general.tsx'), 'GeneralPage'),
  '/members': settingsPage(() => import('../features/settings/members/members.tsx'), 'MembersPage'),
  '/email': settingsPage(() => import('../features/settings/email/email.tsx'), 'EmailPage', 'mail_server', 'kept_mail'),
  '/mail-texts': settingsPage(
    () => import('../features/settings/mail-texts/mail-texts.tsx'),
    'MailTextsPage',
    'mail_texts',
  ),
  '/plan': settingsPage(() => import('../features/settings/plan/plan.tsx'), 'PlanPage'),
  '/api-keys': settingsPage(() => import('../features/settings/api-keys/api-keys.tsx'), 'ApiKeysPage'),
  '/webhooks': settingsPage(() => import('../features/settings/webhooks/webhooks.tsx'), 'WebhooksPage'),
  '/webhooks/$id': settingsPage(() => import('../features/settings/webhooks/webhook.tsx'), 'WebhookPage'),
  '/connections': settingsPage(() => import('../features/settings/connections/connections.tsx'), 'ConnectionsPage'),
  '/assistants': settingsPage(() => import('../features/settings/assistants/assistants.tsx'), 'AssistantsPage'),
  '/account': settingsPage(() => import('../features/settings/account/account.tsx'), 'AccountPage'),
  '/applications': settingsPage(() => import('../features/settings/applications/applications.tsx'), 'ApplicationsPage'),
  '/applications/$id': settingsPage(
    () => import('../features/settings/applications/application.tsx'),
    'ApplicationPage',
  ),
  '/metadata': settingsPage(() => import('../features/settings/metadata/metadata.tsx'), 'MetadataPage'),
  '/export': settingsPage(() => import('../features/settings/export/export.tsx'), 'ExportPage'),
  '/audit-log': settingsPage(() => import('../features/settings/audit-log/audit-log.tsx'), 'AuditLogPage', 'audit'),
  '/backups': settingsPage(() => import('../features/settings/backups/backups.tsx'), 'BackupsPage'),
}

const WHOLE: Record<(typeof WHOLE_PATHS)[number], RouteComponent> = {
  '/guides/$id': page(() => import('../features/guides/editor/editor.tsx'), 'EditorPage'),
  '/guides/$id/try': page(() => import('../features/guides/trial/trial.tsx'), 'TrialPage'),
  '/enrollments/$id/see-as': page(() => import('../features/enrollments/see-as/see-as.tsx'), 'SeeAsPage', 'plan'),
}

export function createRoutes() {
  const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: ChooseWorkspace })
  const signedIn = createRoute({
    getParentRoute: () => root,
    path: '/signed-in',
    component: page(() => import('./signed-in.tsx'), 'SignedIn'),
  })
  const workspace = createRoute({ getParentRoute: () => root, path: '/w/$workspace', component: WorkspaceLayout })
  const places = createRoute({ getParentRoute: () => workspace, id: 'places', component: MainLayout })
  const settings = createRoute({ getParentRoute: () => workspace, path: '/settings', component: SettingsLayout })
  const pages = Object.entries(PAGES).map(([path, component]) =>
    createRoute({ getParentRoute: () => places, path, component }),
  )
  const settingPages = Object.entries(SETTINGS).map(([path, component]) =>
    createRoute({ getParentRoute: () => settings, path, component }),
  )
  const wholePages = Object.entries(WHOLE).map(([path, component]) =>
    createRoute({ getParentRoute: () => workspace, path, component }),
  )
  const routeTree = root.addChildren([
    home,
    signedIn,
    workspace.addChildren([places.addChildren(pages), settings.addChildren(settingPages), ...wholePages]),
  ])
  return createRouter({
    routeTree,
    basepath: BASE || '/',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}
