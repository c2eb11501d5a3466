import { checkSystemOnBucket } from './support/object-store-suite.ts'
import { startS3Server } from './support/s3-server.ts'

checkSystemOnBucket('s3', startS3Server)
