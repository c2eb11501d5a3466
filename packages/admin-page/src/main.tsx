import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { openSession } from './session/session.ts'
import './styles/base.css'
import { applyTheme } from './theme/theme.ts'

applyTheme()
// Before anything else reads the address: a token in it is gone at once.
openSession()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
