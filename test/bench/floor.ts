import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecurityHeadersHandler } from '@paydesk/bff/platform/http/pages/security-headers'
import { createStaticPagesHandler } from '@paydesk/bff/platform/http/pages/static-pages'
import { precompress } from '@paydesk/web/precompress.ts'
import express from 'express'
import { build } from 'vite'
import { freePort, listensOn } from '../support/stack/ports.ts'

/** The least that a page of this kind costs: the libraries of the pages, one read and one table. */
const source = `
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'

const features = tableFeatures({})
const helper = createColumnHelper()
const columns = helper.columns([helper.accessor('id', { id: 'id' }), helper.accessor('state', { id: 'state' })])
const none = []
function Page() {
  const queryFn = async () => (await fetch('/api/rows')).json()
  const { data = none } = useQuery({ queryKey: ['rows'], queryFn })
  const rows = useTable({ features, columns, data }).getRowModel().rows
  const cells = ({ id, original }) => h('tr', { key: id }, h('td', null, original.id), h('td', null, original.state))
  return h('main', null, h('h1', null, 'Transactions'), h('table', null, h('tbody', null, rows.map(cells))))
}
const root = createRootRoute()
const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: Page })])
createRoot(document.getElementById('root')).render(
  h(QueryClientProvider, { client: new QueryClient() }, h(RouterProvider, { router: createRouter({ routeTree }) })),
)
`

async function buildFloor(folder: string): Promise<void> {
  const web = join(import.meta.dirname, '../../web')
  const entry = join(web, 'floor.js')
  await build({
    root: web,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'floor',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
      {
        name: 'floor-page',
        writeBundle(_options, files) {
          const [file = ''] = Object.keys(files)
          const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Floor</title>`
          const page = `<!doctype html><html lang="en"><head>${head}<script type="module" src="/${file}"></script></head><body><div id="root"></div></body></html>`
          writeFileSync(join(folder, 'index.html'), page)
        },
      },
      precompress(),
    ],
    build: { outDir: folder, emptyOutDir: true, target: 'es2024', rolldownOptions: { input: entry } },
  })
}

/** Serves the floor page as the pages of Paydesk are served. */
export async function serveFloor() {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-floor-'))
  await buildFloor(folder)
  const rows = Array.from({ length: 20 }, (_, nth) => ({ id: `transaction-${nth}`, state: 'SUCCESS' }))
  const app = express().disable('x-powered-by').disable('etag')
  app.use(createSecurityHeadersHandler(false))
  app.get('/api/rows', (_request, response) => void response.json(rows))
  app.use(createStaticPagesHandler(folder))
  const server = createServer(app)
  const port = await freePort()
  await listensOn(server, port, 'localhost')
  return {
    address: `http://localhost:${port}/`,
    stop() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
