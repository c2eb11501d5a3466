import { serversAway } from './cases/servers.ts'
import { tryQuickFaults } from './try-faults.ts'

tryQuickFaults(serversAway)
