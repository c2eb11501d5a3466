import Koa from 'koa'
import { answerEndpoint } from './answer-endpoint.ts'
import { authenticate } from './authentication.ts'
import type { VerifyToken } from './authentication.ts'
import type { Config } from './config.ts'
import type { Gateway, State } from './context.ts'
import { findEndpoint } from './find-endpoint.ts'
import { identifyRequest } from './identify-request.ts'
import { limitInFlight } from './limit-in-flight.ts'
import { limitRequests } from './limit-requests.ts'
import { lingerAfterEarlyAnswers } from './linger.ts'
import { logRequest } from './log-request.ts'
import { measureRequest } from './metrics.ts'
import { answerProblems } from './problem.ts'
import { protectBrowsers } from './protect-browsers.ts'
import { requireHost } from './require-host.ts'
import { requireScope } from './require-scope.ts'
import { serveAdminPage } from './routes/admin.ts'
import { endpoints } from './routes/index.ts'
import { traceRequest } from './trace-request.ts'

export type AppConfig = Pick<
  Config,
  | 'CATALOG_LIMIT_REQUESTS_PER_MINUTE'
  | 'CATALOG_LIMIT_UPLOADS'
  | 'CATALOG_LIMIT_EXPORTS'
  | 'CATALOG_ADMIN_ROOT'
  | 'CATALOG_AUTH_LOGIN_URL'
>

/** For tests. */
export interface AppTimes {
  /** How long it reads on behind an answer that was out before its request was in. */
  lingerMs?: number | undefined
  /** The clock of the limit of requests per minute. */
  now?: (() => number) | undefined
}

/** The way of a request, from top to bottom. */
export async function createApp(
  gateway: Gateway,
  config: AppConfig,
  verify: VerifyToken,
  { lingerMs, now }: AppTimes = {},
): Promise<Koa<State>> {
  const app = new Koa<State>()
  const router = findEndpoint(endpoints)

  app.use(lingerAfterEarlyAnswers(lingerMs))
  app.use(identifyRequest())
  app.use(traceRequest())
  app.use(logRequest(gateway.log))
  app.use(measureRequest(gateway.metrics))
  app.use(protectBrowsers())
  app.use(answerProblems(gateway.log))
  app.use(requireHost())
  app.use(await serveAdminPage(config))
  app.use(router.allowedMethods())
  app.use(router.routes())
  app.use(authenticate(verify))
  app.use(requireScope())
  app.use(limitRequests(config.CATALOG_LIMIT_REQUESTS_PER_MINUTE, now))
  app.use(limitInFlight({ uploads: config.CATALOG_LIMIT_UPLOADS, exports: config.CATALOG_LIMIT_EXPORTS }))
  app.use(answerEndpoint(gateway))

  // Koa reports broken connections here too, behind answers whose end is known above.
  app.on('error', (error: Error & { headerSent?: boolean }) => {
    if (error.headerSent !== true) gateway.log.error('answer could not be written', { error })
  })
  return app
}
