import { endpoints } from '@paydesk/shared/endpoints'
import type { LastProof, Proofs } from '../../platform/access/proof-file.ts'
import { route, streamRoute } from '../../platform/http/route.ts'
import { csvOf, rowsOf } from './list.ts'
import { type MatrixWords, proofViewOf, sightViewOf } from './matrix-view.ts'

export interface Needs {
  readonly proofs: Proofs
  readonly matrixWords: MatrixWords
}

export const showSight = route(endpoints.showSight, {
  permission: 'sight.read',
  audit: () => ({ action: 'sight.viewed' }),
  handle: async (_call, { proofs, matrixWords }: Needs) => sightViewOf(matrixWords, await proofs.last()),
  present: (view) => view,
})

export const showMaskingProof = route(endpoints.showMaskingProof, {
  permission: 'sight.read',
  audit: () => ({ action: 'sight.viewed' }),
  handle: (_call, { proofs }: Needs): Promise<LastProof> => proofs.last(),
  present: proofViewOf,
})

export const exportSight = streamRoute(endpoints.exportSight, {
  permission: 'sight.read',
  renews: true,
  audit: () => ({ action: 'sight.exported' }),
  headers: () => ({ 'content-disposition': 'attachment; filename="paydesk-who-may-see-what.csv"' }),
  async open(_call, { proofs, matrixWords }: Needs, { sent }) {
    const view = sightViewOf(matrixWords, await proofs.last())
    async function* lines(): AsyncGenerator<string> {
      yield* csvOf(view)
      sent(rowsOf(view).length)
    }
    return lines()
  },
})

export const exportSightList = route(endpoints.exportSightList, {
  permission: 'sight.read',
  audit: () => ({ action: 'sight.exported' }),
  handle: async (_call, { proofs, matrixWords }: Needs) => sightViewOf(matrixWords, await proofs.last()),
  present: (view) => ({
    madeAt: new Date().toISOString(),
    fingerprint: view.fingerprint,
    proof: view.proof,
    rows: rowsOf(view),
  }),
})
