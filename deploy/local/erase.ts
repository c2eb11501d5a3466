// npm run erase -- STOREFRONT_ID: erases a storefront of the system that npm start runs in this folder, as an operator does.
import { runOperatorCommand } from './operator-command.ts'

await runOperatorCommand('erase-storefront')
