import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { createRoot } from 'react-dom/client'
import { App, createApp } from './app/app.tsx'
import { restoreTextNodes } from './app/restore-text-nodes.ts'
import { takeUrlFragment } from './features/search/deep-link-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('no root element')
// Take the text after # before the router reads the address: it may be personal.
const carried = /\/open\/?$/.test(window.location.pathname) ? takeUrlFragment() : ''
restoreTextNodes(root)
createRoot(root).render(<App app={createApp({ carried })} />)
