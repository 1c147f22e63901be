import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './style/tokens.css'
import './style/shared.css'
import './style/base.css'
import './style/form.css'
import './style/frame.css'
import './style/list.css'
import './style/float.css'
import { Application } from './app/application.tsx'
import { loadI18n, preferredLanguage } from './i18n/i18n.ts'
import { applyTheme, storedTheme } from './style/theme.ts'

applyTheme(storedTheme())
const first = await loadI18n(preferredLanguage())
const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <Application first={first} />
    </StrictMode>,
  )
