// Before all other styles, which override it.
import './styles/primitives.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { PartMissing } from './components/lazy-part.ts'
import { loadLanguage } from './i18n/i18n.tsx'
import { loadInstallation } from './installation.ts'
import { openSession } from './session/session.ts'
import './styles/base.css'
import { applyTheme } from './theme/theme.ts'

applyTheme()
// First of all, so that a token in the address is removed at once. The page is shown only afterwards: another tab may
// have the session, and the sign-in would flash.
const opened = openSession(loadInstallation())

const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root')
const root = createRoot(container, {
  onCaughtError: (error) => {
    // The screen explains it and what to do: not a bug of the page.
    if (!(error instanceof PartMissing)) console.error(error)
  },
})
Promise.all([loadLanguage(), opened]).then(
  ([spoken]) =>
    root.render(
      <StrictMode>
        <App spoken={spoken} />
      </StrictMode>,
    ),
  // Without a language, this is the only available text.
  () => container.append('Check your connection and load this page again: its texts could not be loaded.'),
)
