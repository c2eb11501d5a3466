import { startHttpProgram } from './http-program.ts'

export interface GcsEmulator extends AsyncDisposable {
  /** For CATALOG_OBJECTSTORE_ENDPOINT. */
  url: string
  /** Makes a bucket. */
  createBucket(name: string): Promise<void>
}

/** A fake-gcs-server for one test, which keeps everything in memory. */
export async function startGcsEmulator(): Promise<GcsEmulator> {
  const { url, ...program } = await startHttpProgram({
    title: 'fake-gcs-server',
    variable: 'TEST_FAKE_GCS_SERVER',
    args: (address) => {
      const [host = '', port = ''] = address.split(':')
      const where = ['-scheme', 'http', '-host', host, '-port', port, '-public-host', address]
      return ['-backend', 'memory', '-log-level', 'error', ...where]
    },
    healthPath: '/_internal/healthcheck',
  })
  return {
    ...program,
    url,
    createBucket: async (name) => {
      const response = await fetch(`${url}/storage/v1/b?project=test`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      })
      if (!response.ok) throw new Error(`bucket ${name}: ${response.status} ${await response.text()}`)
    },
  }
}
