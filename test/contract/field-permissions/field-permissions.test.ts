import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { fieldNames } from '@paydesk/bff/platform/access/policy/access-policy'
import { fingerprintAccessPolicy } from '@paydesk/bff/platform/access/policy/effective-policy'
import { parsePolicyOverrides } from '@paydesk/bff/platform/access/policy/overrides'
import { type MaskingProof, outputChannelSchema } from '@paydesk/shared/compliance/field-permissions'
import { roleSchema as roles } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { proofOf } from '../../support/contract/masking-proof.ts'
import { onOneDatabase, problemIn, rowsOf, startOn } from '../../support/contract/support.ts'
import type { Person, Stack, Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
const mostRecent = new Date()

/** Writes a masking proof where the product reads it; null removes the proof. */
function put(stack: Stack, proof: MaskingProof | string | null): void {
  const file = stack.deps.config.proofFile
  rmSync(file, { recursive: true, force: true })
  if (proof === null) return
  writeFileSync(file, typeof proof === 'string' ? proof : JSON.stringify(proof))
  // Advance the time of the file: two files of the same length and time would look unchanged.
  mostRecent.setTime(mostRecent.getTime() + 1_000)
  utimesSync(file, mostRecent, mostRecent)
}

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const day = 86_400_000

onOneDatabase('field permissions', (stack) => {
  const visitors = new Map<Person, Visitor>()
  beforeAll(async () => {
    for (const person of ['support', 'finance', 'compliance', 'auditor', 'admin'] as const)
      visitors.set(person, await stack().as(person))
  })
  afterEach(() => put(stack(), null))
  const as = (person: Person) => visitors.get(person) ?? stack().visitor()
  const view = (person: Person = 'auditor') => as(person).get(endpoints.showFieldPermissions, { params })

  it('are for compliance, auditor and administrator, and each view is recorded', async () => {
    for (const person of ['compliance', 'auditor', 'admin'] as const) {
      const { rows } = await rowsOf(stack(), () => view(person))
      expect(rows).toMatchObject([
        { action: 'field_permissions.viewed', result: 'allowed', environment: 'stage' },
      ])
    }
    for (const person of ['support', 'finance'] as const)
      for (const endpoint of [
        endpoints.showFieldPermissions,
        endpoints.showMaskingProof,
        endpoints.exportFieldPermissions,
        endpoints.exportFieldPermissionsJson,
      ])
        problemIn(await as(person).call(endpoint, { params }), 'not_allowed')
  })

  it('list every field with its cell for every role, with an example of each mask', async () => {
    const { fields: shown, cells } = await view()
    expect(shown.map(({ field }) => field)).toEqual(fieldNames)
    for (const row of shown) for (const role of roles.options) expect(cells).toHaveProperty([row.cells[role]])
    const iban = shown.find(({ field }) => field === 'holder.iban')
    expect(iban).toMatchObject({ interfaceField: 'account_holder.iban', class: 'P3', coverage: null })
    expect(iban?.cells).toEqual({
      support: 'M:iban',
      finance: 'R:iban',
      compliance: 'R:iban',
      auditor: '-',
      admin: '-',
    })
    expect(cells['M:iban']?.example).toEqual({
      value: 'DE89370400440532013000',
      shows: 'DE•••••••••••••••3000',
    })
  })

  it('say that nothing was proved on this installation', async () => {
    const { proof } = await view()
    expect(proof).toEqual({ status: 'never', proof: null })
    const { installation } = await as('admin').get(endpoints.showHealth)
    expect(installation?.find(({ check }) => check === 'masking_proof')).toMatchObject({
      status: 'unknown',
      facts: [{ code: 'proof_never' }],
    })
  })

  it('show the last proof of this policy with the checks of each cell', async () => {
    put(stack(), proofOf({ at: ago(day) }))
    const { proof, fields: shown } = await view()
    expect(proof).toMatchObject({
      status: 'passed',
      proof: { figures: { mutants: 36_000, killed: 36_000 } },
    })
    expect(proof.proof).not.toHaveProperty('cells')
    const email = shown.find(({ field }) => field === 'profile.email')
    expect(email?.coverage?.support.checks).toEqual(['copy', 'markers', 'worlds'])
    expect(await as('auditor').get(endpoints.showMaskingProof, { params })).toEqual(proof)
    const { installation } = await as('admin').get(endpoints.showHealth)
    const line = installation?.find(({ check }) => check === 'masking_proof')
    expect(line?.status).toBe('good')
    expect(line?.facts).toEqual([
      { code: 'proof_passed' },
      { code: 'proof_run', at: expect.any(String) },
      { code: 'proof_cells', count: 590 },
      { code: 'proof_routes', count: 60, total: 60 },
      { code: 'proof_mutants', count: 36_000, total: 36_000 },
    ])
  })

  it.each([
    ['failed', 'bad', proofOf({ passed: false, faults: ['profile.email for support'] })],
    ['failed', 'bad', proofOf({ passed: false, at: ago(9 * day), fingerprint: 'b'.repeat(64) })],
    ['other', 'bad', proofOf({ fingerprint: 'a'.repeat(64) })],
    ['old', 'attention', proofOf({ at: ago(7.1 * day) })],
    ['passed', 'good', proofOf({ at: ago(6.9 * day) })],
    ['unreadable', 'bad', proofOf({ at: ago(-2 * day) })],
    ['unreadable', 'bad', '{"format":1'],
    ['unreadable', 'bad', JSON.stringify({ ...proofOf(), format: 2 })],
    ['unreadable', 'bad', JSON.stringify({ ...proofOf(), surplus: 1 })],
    ['unreadable', 'bad', ' '.repeat(4 * 1_024 * 1_024 + 1)],
  ] as const)('rate a proof that is %s as %s on the health page', async (standing, status, given) => {
    put(stack(), given)
    expect((await view()).proof.status).toBe(standing)
    const { installation } = await as('admin').get(endpoints.showHealth)
    expect(installation?.find(({ check }) => check === 'masking_proof')?.status).toBe(status)
  })

  it('do not show the checks of a proof of another policy', async () => {
    put(stack(), proofOf({ fingerprint: 'a'.repeat(64) }))
    expect((await view()).fields.every(({ coverage }) => coverage === null)).toBe(true)
  })

  it('report the proof as unreadable if its file is a folder or cannot be read', async () => {
    put(stack(), null)
    mkdirSync(stack().deps.config.proofFile)
    expect((await view()).proof.status).toBe('unreadable')
    put(stack(), proofOf())
    chmodSync(stack().deps.config.proofFile, 0o000)
    // Allows both results, because root can read the file in spite of its mode.
    expect(['unreadable', 'passed']).toContain((await view()).proof.status)
  })

  it('are exported as CSV and JSON with a line per cell, and the export is recorded', async () => {
    put(stack(), proofOf())
    const { value: csv, rows } = await rowsOf(stack(), () =>
      as('auditor').call(endpoints.exportFieldPermissions, { params }),
    )
    expect(rows).toMatchObject([{ action: 'field_permissions.exported', result: 'allowed' }])
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+\.csv"$/)
    const lines = csv.text.replace(/^\ufeff/, '').split('\r\n')
    expect(lines).toHaveLength(2 + fieldNames.length * roles.options.length + 1)
    // Expects no cell that a spreadsheet would compute as a formula.
    expect(lines.filter((line) => /(^|,)[=+@-]/.test(line))).toEqual([])
    const line = lines.find((one) => one.startsWith('profile.email,') && one.includes(',support,'))
    expect(line).toContain('M:email,')
    expect(line).toContain('mara.lindqvist@mail.example → m•••••@•••••.example')
    expect(line).toContain('copy markers worlds')
    const { value: list, rows: second } = await rowsOf(stack(), () =>
      as('admin').get(endpoints.exportFieldPermissionsJson, { params }),
    )
    expect(second).toMatchObject([{ action: 'field_permissions.exported', result: 'allowed' }])
    expect(list.rows).toHaveLength(fieldNames.length * roles.options.length)
    expect(list.proof.status).toBe('passed')
  })
})

describe('a deployment that changed cells', () => {
  const cells = 'support:profile.email=F,support:profile.fullname=-,finance:workflow=F'
  let stack: Stack
  beforeAll(async () => {
    stack = await startOn('embedded', { config: { PAYDESK_FIELD_PERMISSIONS: cells } })
  })
  afterAll(() => stack.stop())

  it('lists these cells, the looser cells first, and reports that the proof is of another policy', async () => {
    put(stack, proofOf())
    const auditor = await stack.as('auditor')
    const {
      changes,
      proof,
      fields: shown,
      fingerprint,
    } = await auditor.get(endpoints.showFieldPermissions, { params })
    expect(changes).toEqual([
      { field: 'profile.email', role: 'support', from: 'M:email', to: 'F', isLooser: true },
      { field: 'profile.fullname', role: 'support', from: 'M:initials', to: '-', isLooser: false },
    ])
    expect(shown.find(({ field }) => field === 'profile.email')?.cells.support).toBe('F')
    expect(proof.status).toBe('other')
    expect(fingerprint).toBe(fingerprintAccessPolicy(parsePolicyOverrides(cells).overrides))
    put(stack, proofOf({ fingerprint }))
    expect((await auditor.get(endpoints.showFieldPermissions, { params })).proof.status).toBe('passed')
    const { rows } = await auditor.get(endpoints.exportFieldPermissionsJson, { params })
    const changed = rows.filter(({ changedFrom }) => changedFrom !== null)
    expect(changed.map(({ field, isLooser }) => [field, isLooser])).toEqual([
      ['profile.fullname', false],
      ['profile.email', true],
    ])
    expect(outputChannelSchema.options).toHaveLength(8)
  })
})
