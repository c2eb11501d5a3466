import { answers, findCompose } from '../../deploy/local/commands.ts'
import { findDaemon, isExecutable, placesOnPath } from '../../deploy/local/programs.ts'
import { presentTool } from '../../deploy/local/tools.ts'
import type { ToolName } from '../../deploy/local/tools.ts'
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
  /** What they start, by the variable with its path. Only CI=true builds one that is missing. */
  tools?: Record<string, ToolName>
}

export const kinds: Kind[] = [
  {
    kind: 'browser',
    variable: 'TEST_BROWSER',
    isThere: () => findChromium() !== undefined,
    lacks: 'Chromium or Chrome, and there is neither on the PATH',
  },
  ofTools('chart', 'Helm 3 and 4', { TEST_HELM_3: 'helm3', TEST_HELM_4: 'helm4' }),
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
    ...ofTools('cosign', 'cosign', { TEST_COSIGN_PROGRAM: 'cosign' }),
    lacks: 'cosign; `npm run tools -- --cosign` builds it, in five minutes',
    isCostly: true,
  },
  {
    ...ofTools('generators', 'generators of clients', {
      TEST_OAPI_CODEGEN: 'oapiCodegen',
      TEST_OPENAPI_PYTHON_CLIENT: 'openapiPythonClient',
    }),
    isThere: () =>
      ['go', 'python3'].every((program) => placesOnPath(program).some(isExecutable)) &&
      presentTool('oapiCodegen') !== undefined &&
      presentTool('openapiPythonClient') !== undefined,
    lacks: 'Go, Python and generators of clients in both; `npm run tools` brings the generators',
  },
  ofTools('gcs', 'fake-gcs-server', { TEST_FAKE_GCS_SERVER: 'fakeGcsServer' }),
  {
    kind: 'libreoffice',
    variable: 'TEST_LIBREOFFICE',
    isThere: () => findLibreOffice() !== undefined,
    lacks: 'LibreOffice Calc, and there is no soffice on the PATH',
  },
  ofTools('oasdiff', 'oasdiff', { TEST_OASDIFF_PROGRAM: 'oasdiff' }),
  {
    kind: 'pgbouncer',
    variable: 'TEST_PGBOUNCER',
    isThere: () => findDaemon('pgbouncer') !== undefined,
    lacks: 'PgBouncer, and there is no pgbouncer on the PATH',
  },
  ofTools('promtool', 'promtool', { TEST_PROMTOOL_PROGRAM: 'promtool' }),
  {
    kind: 'registry',
    variable: 'TEST_REGISTRY',
    isThere: () =>
      ['docker-registry', 'skopeo'].every((program) => placesOnPath(program).some(isExecutable)) &&
      presentTool('helm4') !== undefined,
    lacks: 'docker-registry, skopeo (both on the PATH) and Helm 4 (`npm run tools`), and one is missing',
    tools: { TEST_HELM_4: 'helm4' },
  },
  ofTools('s3', 'versitygw', { TEST_VERSITYGW: 'versitygw' }),
]

function ofTools(kind: string, title: string, tools: Record<string, ToolName>): Kind {
  return {
    kind,
    variable: `TEST_${kind.toUpperCase()}`,
    isThere: () =>
      Object.entries(tools).every(
        ([variable, tool]) => process.env[variable] !== undefined || presentTool(tool) !== undefined,
      ),
    lacks: `${title}; \`npm run tools\` brings what is missing`,
    tools,
  }
}
