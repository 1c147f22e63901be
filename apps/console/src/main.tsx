import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './style/tokens.css'
import './style/base.css'
import './style/form.css'
import './style/frame.css'
import './style/list.css'
import './style/float.css'
import { Application } from './app/application.tsx'
import { applyTheme, keptTheme } from './app/theme.ts'
import { loadWords, preferredLanguage } from './words/words.ts'

applyTheme(keptTheme())
const first = await loadWords(preferredLanguage())
const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <Application first={first} />
    </StrictMode>,
  )
