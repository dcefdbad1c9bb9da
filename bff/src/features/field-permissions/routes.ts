import { endpoints } from '@paydesk/shared/endpoints'
import type { LastMaskingProof, MaskingProofReader } from '../../platform/access/masking-proof-file.ts'
import { defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import { buildPermissionRows, formatPermissionCsv } from './list.ts'
import {
  type FieldPermissionTexts,
  presentFieldPermissions,
  presentMaskingProof,
} from './permissions-view.ts'

export interface FieldPermissionDeps {
  readonly proofs: MaskingProofReader
  readonly matrixWords: FieldPermissionTexts
}

export const showFieldPermissions = defineRoute(endpoints.showFieldPermissions, {
  permission: 'sight.read',
  audit: () => ({ action: 'sight.viewed' }),
  handle: async (_call, { proofs, matrixWords }: FieldPermissionDeps) =>
    presentFieldPermissions(matrixWords, await proofs.readLast()),
  present: (view) => view,
})

export const showMaskingProof = defineRoute(endpoints.showMaskingProof, {
  permission: 'sight.read',
  audit: () => ({ action: 'sight.viewed' }),
  handle: (_call, { proofs }: FieldPermissionDeps): Promise<LastMaskingProof> => proofs.readLast(),
  present: presentMaskingProof,
})

export const exportFieldPermissions = defineStreamRoute(endpoints.exportFieldPermissions, {
  permission: 'sight.read',
  renews: true,
  audit: () => ({ action: 'sight.exported' }),
  headers: () => ({ 'content-disposition': 'attachment; filename="paydesk-who-may-see-what.csv"' }),
  async open(_call, { proofs, matrixWords }: FieldPermissionDeps, { countRows }) {
    const view = presentFieldPermissions(matrixWords, await proofs.readLast())
    async function* lines(): AsyncGenerator<string> {
      yield* formatPermissionCsv(view)
      countRows(buildPermissionRows(view).length)
    }
    return lines()
  },
})

export const exportFieldPermissionList = defineRoute(endpoints.exportFieldPermissionsJson, {
  permission: 'sight.read',
  audit: () => ({ action: 'sight.exported' }),
  handle: async (_call, { proofs, matrixWords }: FieldPermissionDeps) =>
    presentFieldPermissions(matrixWords, await proofs.readLast()),
  present: (view) => ({
    madeAt: new Date().toISOString(),
    fingerprint: view.fingerprint,
    proof: view.proof,
    rows: buildPermissionRows(view),
  }),
})
