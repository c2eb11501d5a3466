// npm run doctor: checks the system that npm start runs in this folder, as an operator does; `-- STOREFRONT_ID` for one
// only.
import { runOperatorCommand } from './operator-command.ts'

await runOperatorCommand('doctor')
