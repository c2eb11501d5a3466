import { serverOutages } from './cases/servers.ts'
import { tryQuickFaults } from './try-faults.ts'

tryQuickFaults(serverOutages)
