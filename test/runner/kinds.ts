import { answers, findCompose } from '../../deploy/local/commands.ts'
import { presentCosign } from '../../deploy/local/cosign.ts'
import { canHaveFakeGcsServer, findFakeGcsServer } from '../../deploy/local/fake-gcs-server.ts'
import { canHaveHelm, findHelm } from '../../deploy/local/helm.ts'
import { canHaveOasdiff, findOasdiff } from '../../deploy/local/oasdiff.ts'
import type { FindOptions } from '../../deploy/local/programs.ts'
import { canHavePromtool, findPromtool } from '../../deploy/local/promtool.ts'
import { findChromium } from '../browser/support/find-chromium.ts'
import { findLibreOffice } from '../spreadsheet/find-libreoffice.ts'

/** Test files that need what a machine may lack: `<name>.<kind>.test.ts`. */
export interface Kind {
  kind: string
  /** `false` leaves them out silently; with `true`, Jest runs them. */
  variable: string
  isThere: () => boolean
  lacks: string
  /** Left out where it is missing even with CI=true: it takes too long to build on each machine. */
  isCostly?: boolean
  /** Provides what they need, and passes it in the environment. */
  provide?: (options: FindOptions) => Promise<Record<string, string>>
}

export const kinds: Kind[] = [
  {
    kind: 'browser',
    variable: 'TEST_BROWSER',
    isThere: () => findChromium() !== undefined,
    lacks: 'Chromium or Chrome, and there is neither on the PATH',
  },
  {
    kind: 'chart',
    variable: 'TEST_CHART',
    isThere: canHaveHelm,
    lacks: 'Helm 3 and 4, and there are neither they nor Go to build them',
    provide: async (options) => ({
      TEST_HELM_3: process.env.TEST_HELM_3 ?? (await findHelm(3, options)),
      TEST_HELM_4: process.env.TEST_HELM_4 ?? (await findHelm(4, options)),
    }),
  },
  {
    kind: 'container',
    variable: 'TEST_CONTAINERS',
    isThere: () => answers('docker', ['info']),
    lacks: 'a container engine, and `docker info` does not answer',
  },
  {
    kind: 'compose.container',
    variable: 'TEST_COMPOSE',
    isThere: () => findCompose() !== undefined,
    lacks: 'compose, and there is neither `docker compose` nor docker-compose',
  },
  {
    kind: 'cosign',
    variable: 'TEST_COSIGN',
    isThere: () => presentCosign() !== undefined,
    lacks: 'cosign, and there is none; `npm run tools -- --cosign` builds it, in five minutes',
    isCostly: true,
    provide: async () => ({ TEST_COSIGN_PROGRAM: presentCosign() ?? '' }),
  },
  {
    kind: 'gcs',
    variable: 'TEST_GCS',
    isThere: canHaveFakeGcsServer,
    lacks: 'fake-gcs-server, and there is neither one nor Go to build it',
    provide: async (options) => ({
      TEST_FAKE_GCS_SERVER: process.env.TEST_FAKE_GCS_SERVER ?? (await findFakeGcsServer(options)),
    }),
  },
  {
    kind: 'libreoffice',
    variable: 'TEST_LIBREOFFICE',
    isThere: () => findLibreOffice() !== undefined,
    lacks: 'LibreOffice Calc, and there is no soffice on the PATH',
  },
  {
    kind: 'oasdiff',
    variable: 'TEST_OASDIFF',
    isThere: canHaveOasdiff,
    lacks: 'oasdiff, and there is neither one nor Go to build it',
    provide: async (options) => ({
      TEST_OASDIFF_PROGRAM: process.env.TEST_OASDIFF_PROGRAM ?? (await findOasdiff(options)),
    }),
  },
  {
    kind: 'promtool',
    variable: 'TEST_PROMTOOL',
    isThere: canHavePromtool,
    lacks: 'promtool, and there is neither one nor apt-get to bring it',
    provide: async (options) => ({
      TEST_PROMTOOL_PROGRAM: process.env.TEST_PROMTOOL_PROGRAM ?? (await findPromtool(options)),
    }),
  },
]
