import { endpoints } from '@paydesk/shared/endpoints'
import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import type { HttpHandler } from 'msw'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  buildDocumentHandle,
  buildDocumentOfficer,
  buildDocumentView,
  createPicture,
} from '../fakes/documents.ts'
import { fakeEndpoint } from '../fakes/fake-endpoint.ts'
import { maraIdentity } from '../fakes/ids.ts'
import { openApp } from './open-app.tsx'

const { viewer } = englishDocuments

export const officerSession = fakeEndpoint(endpoints.showCurrentSession)(() => buildDocumentOfficer())
export const documentAt = (n: number) =>
  `/stage/identities/${maraIdentity}/documents/${buildDocumentHandle(n)}`

/** Opens a document with a purpose and a ticket, by keyboard. */
export async function openDocument(at = documentAt(1), answers: HttpHandler[] = []) {
  const app = await openApp(at, { answers: [...answers, officerSession] })
  await expect.element(page.getByRole('form', { name: viewer.reason })).toBeVisible()
  await giveReason()
  return app
}

async function giveReason(): Promise<void> {
  await expect.element(page.getByRole('group', { name: viewer.purpose })).toHaveFocus()
  await userEvent.keyboard('2')
  await expect.element(page.getByRole('textbox', { name: 'Ticket or case' })).toHaveFocus()
  await userEvent.keyboard('CASE-5512{Enter}')
}

/** Locator of the document pictures. The accessible name of a picture includes zoom and rotation. */
export const findPicture = (name: RegExp | string = /%/) => page.getByRole('img', { name })

export function canvasOf(name: RegExp | string = /%/): HTMLCanvasElement {
  const canvas = findPicture(name).element()
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('no canvas')
  return canvas
}

/** Red, green and blue at an offset (CSS pixels) from the center of the canvas. */
export function colourAt(canvas: HTMLCanvasElement, x: number, y: number): readonly number[] {
  const ratio = canvas.width / canvas.clientWidth
  const context = canvas.getContext('2d')
  const at = [canvas.width / 2 + x * ratio, canvas.height / 2 + y * ratio] as const
  return [...(context?.getImageData(Math.round(at[0]), Math.round(at[1]), 1, 1).data.slice(0, 3) ?? [])]
}

/** Handlers that open a document with changed facts and serve `bytes` as its content. */
export function buildDocumentHandlers(
  change: Parameters<typeof buildDocumentView>[1] = {},
  bytes: () => Promise<Blob> = () => createPicture(),
): HttpHandler[] {
  return [
    fakeEndpoint(endpoints.openDocument)(({ params, body }) =>
      buildDocumentView(1, { document: params.document, file: body.file, ...change }),
    ),
    fakeEndpoint(endpoints.showDocumentContent)(async () => new Response(await bytes())),
  ]
}
