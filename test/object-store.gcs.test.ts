import { startGcsEmulator } from './support/gcs-emulator.ts'
import { checkSystemOnBucket } from './support/object-store-suite.ts'

checkSystemOnBucket('gcs', startGcsEmulator)
