import { startGcsEmulator } from '../../../../test/support/gcs-emulator.ts'
import { openGcsStore } from './gcs.ts'
import { checkFaults } from './faults-suite.ts'

checkFaults({
  start: startGcsEmulator,
  openStore: openGcsStore,
  putMethod: 'POST',
  headMethod: 'GET',
  // deploy/terraform/identity.tf allows these.
  operations: (bucket, key) => [
    `POST /upload/storage/v1/b/${bucket}/o`,
    `GET /storage/v1/b/${bucket}/o/${encodeURIComponent(key)}`,
    `GET /storage/v1/b/${bucket}/o`,
    `DELETE /storage/v1/b/${bucket}/o/${encodeURIComponent(key)}`,
  ],
})
