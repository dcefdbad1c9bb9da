import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import { pageSessionSchema } from '@paydesk/shared/administration/sign-in'
import { createRoot } from 'react-dom/client'
import { App, createApp } from './app/app.tsx'
import { restoreTextNodes } from './app/restore-text-nodes.ts'
import { consumeUrlFragment } from './features/search/deep-link-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('no root element')
// Take the text after # before the router reads the address: it may be personal.
const carried = /\/open\/?$/.test(window.location.pathname) ? consumeUrlFragment() : ''
replaceFirstPage(root)
restoreTextNodes(root)
const branding = { organisation: readMeta('organisation'), logo: readMeta('organisation-logo') }
createRoot(root).render(<App app={createApp({ carried, branding, first: readFirstSession() })} />)

/** Reads what the server wrote into the head of the page. */
function readMeta(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null
}

/**
 * Removes what the server rendered as soon as the application shows a page, before the browser paints that page.
 * A menu of the frame that a person has opened by then stays open.
 */
function replaceFirstPage(root: HTMLElement): void {
  const firstPage = document.getElementById('first-page')
  if (!firstPage) return
  const observer = new MutationObserver(() => {
    if (root.querySelector('main') === null) return
    const opened = listFrameMenus(firstPage).findIndex((menu) => menu.matches(':popover-open'))
    firstPage.remove()
    listFrameMenus(root)[opened]?.showPopover()
    observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}

function listFrameMenus(page: HTMLElement): HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('header [popover="auto"]')]
}

/** Reads the session that the server wrote into the page; null without one, or if its form is not ours. */
function readFirstSession() {
  const text = document.getElementById('first-session')?.textContent
  return (text && pageSessionSchema.safeParse(JSON.parse(text)).data) || null
}
