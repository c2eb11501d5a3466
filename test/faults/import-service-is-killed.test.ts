import { killImportService } from './cases/kill-import-service.ts'
import { tryQuickFaults } from './try-faults.ts'

tryQuickFaults(killImportService)
