import Koa from 'koa'
import { answerEndpoint } from './http/answer-endpoint.ts'
import { authenticate } from './access/authentication.ts'
import type { VerifyToken } from './access/authentication.ts'
import type { Config } from './config.ts'
import type { Gateway, State } from './context.ts'
import { findEndpoint } from './api/find-endpoint.ts'
import { identifyRequest } from './http/identify-request.ts'
import { limitInFlight } from './access/limit-in-flight.ts'
import { limitRequests } from './access/limit-requests.ts'
import { lingerAfterEarlyAnswers } from './http/linger.ts'
import { logRequest } from './http/log-request.ts'
import { measureRequest } from './http/measure-request.ts'
import { answerProblems } from './http/problem.ts'
import { protectBrowsers } from './http/protect-browsers.ts'
import { requireHost } from './http/require-host.ts'
import { queuePictures } from './access/queue-pictures.ts'
import { requireScope } from './access/require-scope.ts'
import { serveAdminPage } from './admin-page/admin.ts'
import { endpoints } from './api/index.ts'
import { standBelow } from './http/stand-below.ts'
import { takeTurns } from './access/take-turns.ts'
import { traceRequest } from './http/trace-request.ts'

/** For tests. */
export interface AppTimes {
  /** How long to read the rest of a request after an early answer. */
  lingerMs?: number | undefined
  /** The clock of the limits. */
  now?: (() => number) | undefined
}

/** A request passes these middlewares from top to bottom. */
export async function createApp(
  gateway: Gateway,
  config: Config,
  verify: VerifyToken,
  { lingerMs, now }: AppTimes = {},
): Promise<Koa<State>> {
  const app = new Koa<State>()
  const router = findEndpoint(endpoints)

  app.use(lingerAfterEarlyAnswers(lingerMs))
  app.use(identifyRequest())
  app.use(takeTurns())
  app.use(traceRequest())
  app.use(logRequest(gateway.log))
  app.use(measureRequest(gateway.metrics))
  app.use(protectBrowsers())
  app.use(answerProblems(gateway))
  app.use(requireHost())
  app.use(standBelow(gateway.basePath))
  app.use(await serveAdminPage(config))
  app.use(router.allowedMethods())
  app.use(router.routes())
  app.use(authenticate(verify))
  app.use(requireScope())
  app.use(limitRequests(config.CATALOG_LIMIT_REQUESTS_PER_MINUTE, now))
  app.use(
    limitInFlight({ uploads: config.CATALOG_LIMIT_UPLOADS, exports: config.CATALOG_LIMIT_EXPORTS }, now),
  )
  app.use(queuePictures())
  app.use(answerEndpoint(gateway))

  // Koa also reports broken connections here, after answers that are logged above.
  app.on('error', (error: Error & { headerSent?: boolean }) => {
    if (error.headerSent !== true) gateway.log.error('answer could not be written', { error })
  })
  return app
}
