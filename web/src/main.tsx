import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { App, createApp } from './app.tsx'
import { takeFragment } from './lookup/open-page.tsx'
import './ui/tokens.css'
import './ui/base.css'

// Compiled parsers need eval, which the content policy refuses.
z.config({ jitless: true })

const root = document.getElementById('root')
if (!root) throw new Error('no root element')
// Before the router reads the address: what is behind # may be personal.
const carried = /\/open\/?$/.test(window.location.pathname) ? takeFragment() : ''
createRoot(root).render(<App app={createApp({ carried })} />)
