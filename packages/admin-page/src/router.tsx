import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Shell } from './layout/shell.tsx'
import { readRowSearch } from './rows/row-search.ts'
import { CrashScreen } from './screens/crash/crash-screen.tsx'
import { readHistorySearch } from './screens/history/history-search.ts'
import { NotFoundScreen } from './screens/not-found/not-found-screen.tsx'
import { readRunSearch } from './screens/run/run-search.ts'
import { StartScreen } from './screens/start/start-screen.tsx'

// Addresses, all beneath /admin. A screen that few visits need is loaded when it is opened.

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen })

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: StartScreen })

const reviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/imports/$draftId',
  validateSearch: readRowSearch,
  component: lazyRouteComponent(() => import('./screens/review/review-screen.tsx'), 'ReviewScreen'),
})

const historyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: readHistorySearch,
  component: lazyRouteComponent(() => import('./screens/history/history-screen.tsx'), 'HistoryScreen'),
})

const runRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs/$runId',
  validateSearch: readRunSearch,
  component: lazyRouteComponent(() => import('./screens/run/run-screen.tsx'), 'RunScreen'),
})

const routeTree = rootRoute.addChildren([startRoute, reviewRoute, historyRoute, runRoute])

export function createPageRouter() {
  return createRouter({
    routeTree,
    basepath: '/admin',
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
