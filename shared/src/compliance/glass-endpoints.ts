import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import {
  acknowledgeAnswer,
  breakRequest,
  glassFigures,
  glassHandle,
  glassPage,
  glassQuery,
  glassSeen,
  ownGlass,
  reportRequest,
} from './glass.ts'

const none = z.strictObject({})
const ofGlass = z.strictObject({ glass: glassHandle })
const get = { method: 'GET', params: none, query: none, body: none } as const
const post = { method: 'POST', params: none, query: none, body: none } as const

/** Broken glass. One's own is a part of one's session: its other windows begin anew with each of these deeds. */
export const glassEndpoints = {
  /** Of the break that a report is owed of. */
  reportGlass: endpoint({
    ...post,
    path: '/api/session/glass/report',
    body: reportRequest,
    response: ownGlass,
  }),
  breakGlass: endpoint({ ...post, path: '/api/session/glass', body: breakRequest, response: ownGlass }),
  endGlass: endpoint({ ...post, path: '/api/session/glass/end', response: ownGlass }),
  listGlass: endpoint({ ...get, path: '/api/office-glass', query: glassQuery, response: glassPage }),
  showGlass: endpoint({ ...get, path: '/api/office-glass/:glass', params: ofGlass, response: glassSeen }),
  acknowledgeGlass: endpoint({
    ...post,
    path: '/api/office-glass/:glass/acknowledge',
    params: ofGlass,
    response: acknowledgeAnswer,
  }),
  showGlassFigures: endpoint({ ...get, path: '/api/office-glass-figures', response: glassFigures }),
} as const
