import type { PlayerHandler } from '../visit.ts'

interface PageModule {
  get?: PlayerHandler
  post?: PlayerHandler
}

/** A page below the address of an enrollment. */
interface PlayerPage {
  path: string
  methods: readonly ('GET' | 'POST')[]
  load(): Promise<PageModule>
}

/** Each is loaded with its first visit. */
export const PAGES: readonly PlayerPage[] = [
  { path: '', methods: ['GET'], load: () => import('./overview.tsx') },
  { path: '/open', methods: ['POST'], load: () => import('./open.ts') },
  { path: '/language', methods: ['POST'], load: () => import('./language.ts') },
  { path: '/steps/:step_id', methods: ['GET', 'POST'], load: () => import('./step.tsx') },
  { path: '/steps/:step_id/pass-on', methods: ['GET', 'POST'], load: () => import('./pass-on.tsx') },
  { path: '/steps/:step_id/take-back', methods: ['POST'], load: () => import('./take-back.ts') },
  { path: '/steps/:step_id/record', methods: ['GET'], load: () => import('./record.tsx') },
  { path: '/invite', methods: ['GET', 'POST'], load: () => import('./invite.tsx') },
  { path: '/withdraw', methods: ['POST'], load: () => import('./withdraw.ts') },
  { path: '/dates', methods: ['GET', 'POST'], load: () => import('./dates.tsx') },
  { path: '/finish', methods: ['GET', 'POST'], load: () => import('./finish.tsx') },
  { path: '/thanks', methods: ['GET'], load: () => import('./thanks.tsx') },
  { path: '/calendar/:entry', methods: ['GET'], load: () => import('./calendar.ts') },
  { path: '/ask', methods: ['GET', 'POST'], load: () => import('./ask.tsx') },
  { path: '/ask/seen', methods: ['POST'], load: () => import('./seen.ts') },
  { path: '/new-link', methods: ['POST'], load: () => import('./new-link.ts') },
  { path: '/answers', methods: ['GET'], load: () => import('./answers.tsx') },
]
