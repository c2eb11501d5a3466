import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter } from '@tanstack/react-router'
import { draftQuery } from './api/queries.ts'
import { lazyPart } from './components/lazy-part.ts'
import { pagePath } from './installation.ts'
import { Shell } from './layout/shell.tsx'
import { readRowSearch } from './rows/row-search.ts'
import { CrashScreen } from './screens/crash/crash-screen.tsx'
import { readHistorySearch } from './screens/history/history-search.ts'
import { NotFoundScreen } from './screens/not-found/not-found-screen.tsx'
import { readPartsSearch } from './screens/parts/parts-search.ts'
import { readRunSearch } from './screens/run/run-search.ts'
import { StartScreen } from './screens/start/start-screen.tsx'

// Addresses below the page's path. A screen that few visits need is loaded when it is opened.

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFoundScreen,
})

const getParentRoute = () => rootRoute

const screens = [
  createRoute({ getParentRoute, path: '/', component: StartScreen }),
  createRoute({
    getParentRoute,
    path: '/mapping',
    component: lazyPart(() => import('./screens/mapping/mapping-screen.tsx'), 'MappingScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/imports/$draftId',
    validateSearch: readRowSearch,
    // Fetches the draft and the screen's code in parallel.
    loader: ({ context, params }) => void context.queryClient.prefetchQuery(draftQuery(params.draftId)),
    component: lazyPart(() => import('./screens/review/review-screen.tsx'), 'ReviewScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/parts',
    validateSearch: readPartsSearch,
    component: lazyPart(() => import('./screens/parts/index.ts'), 'PartsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/runs',
    validateSearch: readHistorySearch,
    component: lazyPart(() => import('./screens/history/history-screen.tsx'), 'HistoryScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/runs/$runId',
    validateSearch: readRunSearch,
    component: lazyPart(() => import('./screens/run/run-screen.tsx'), 'RunScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/help',
    component: lazyPart(() => import('./screens/help/help-screen.tsx'), 'HelpScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/help/$page',
    component: lazyPart(() => import('./screens/help/help-page-screen.tsx'), 'HelpPageScreen'),
  }),
] as const
const routeTree = rootRoute.addChildren(screens)

export function createPageRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    basepath: pagePath,
    defaultErrorComponent: CrashScreen,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>
  }
}
