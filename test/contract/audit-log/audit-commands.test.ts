import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it, vi } from 'vitest'
import { auditRows, isTriedOn, onEachDatabase, runSql } from '../../support/contract/support.ts'
import { openBacking } from '../../support/stack/backing.ts'
import { copyOf } from '../../support/stack/copies.ts'
import { demoConfig } from '../../support/stack/demo-config.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const at = (file: string) => join(import.meta.dirname, '../../../bff', file)

interface Ended {
  readonly code: number
  readonly said: string
  readonly complained: string
}

function run(file: string, args: readonly string[], env: Readonly<Record<string, string>>, cwd = tmpdir()) {
  return new Promise<Ended>((done) => {
    // Share a compile cache, so that each run need not compile the same files again.
    const base = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: join(tmpdir(), 'paydesk-compiled') }
    const options = { env: { ...base, ...env }, cwd, maxBuffer: 100_000_000 }
    execFile(process.execPath, [file, ...args], options, (error, said, complained) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, said, complained }),
    )
  })
}

/** Returns the environment variables of the running product. */
function envOf({ deps, sandbox, dataDir }: Stack): Record<string, string> {
  const world = { service: sandbox.serviceUrl, idp: sandbox.idpUrl }
  const databaseUrl = deps.config.databaseUrl?.reveal()
  return {
    ...demoConfig(deps.config.origin.origin, world, dataDir),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    PAYDESK_AUDIT_HEAD_FILE: deps.config.audit.headFile,
  }
}

onEachDatabase('the audit log commands beside the running product', (stack, backing) => {
  let visitor: Visitor
  let env: Record<string, string>
  const searchCustomer = async () => {
    const answer = await visitor.call(endpoints.searchRecords, {
      params: { env: 'stage' },
      body: { text: 'cust-00417' },
    })
    expect(answer.status).toBe(200)
  }
  const audit = (...args: string[]) => run(at('src/cli/audit.ts'), args, env)
  const signedTo = async (n: number) => {
    const { headFile } = stack().deps.config.audit
    await vi.waitFor(
      () =>
        expect(existsSync(headFile) && readFileSync(headFile, 'utf8')).toContain(`"chain":"stage","n":${n},`),
      { timeout: 60_000, interval: 100 },
    )
  }
  const stageEntries = async () =>
    (await auditRows(stack())).filter(({ environment }) => environment === 'stage').length

  beforeAll(async () => {
    visitor = await stack().as('compliance')
    env = envOf(stack())
    for (let nth = 0; nth < 6; nth += 1) await searchCustomer()
  })

  it('verify accepts the log, including events written by a command', { timeout: 120_000 }, async () => {
    const csv = join(mkdtempSync(join(tmpdir(), 'paydesk-csv-')), 'ids.csv')
    writeFileSync(csv, 'cust-00417\n')
    const args = [csv, '--env', 'stage', '--of', 'rid', '--merchant', 'demo-merchant']
    const imported = await run(at('src/cli/import-ids.ts'), [...args, '--no-wait'], env)
    expect([imported.said, imported.complained].join('\n')).toContain('stored')
    // Appends after the command's event, which the running product has not seen: numbers must not collide.
    await searchCustomer()
    await searchCustomer()
    const before = await stageEntries()
    await signedTo(before)
    const { code, said, complained } = await audit('verify')
    expect(complained).toBe('')
    expect(said).toContain(`stage: to entry ${before}, signed to entry ${before}`)
    expect(said).toContain('Whole')
    expect(code).toBe(0)
  })

  it.runIf(isTriedOn(backing))(
    'export writes a file that the stand-alone checker accepts in an empty folder',
    {
      timeout: 180_000,
    },
    async () => {
      await searchCustomer()
      await signedTo(await stageEntries())
      const [exported, key] = [await audit('export'), await audit('key')]
      const folder = mkdtempSync(join(tmpdir(), 'paydesk-check-'))
      copyFileSync(at('audit-check.mjs'), join(folder, 'audit-check.mjs'))
      writeFileSync(join(folder, 'trail.jsonl'), exported.said)
      const checked = await run('audit-check.mjs', ['trail.jsonl', '--key', key.said.trim()], {}, folder)
      expect(checked.said).toContain('Whole')
      expect(checked.code).toBe(0)
      const part = await audit('export', '--chain', 'stage', '--from', '2020-01-01')
      writeFileSync(join(folder, 'part.jsonl'), part.said)
      expect(part.said).not.toContain('"chain":"global"')
      if (!isFullRun) return
      expect(await run('audit-check.mjs', ['part.jsonl'], {}, folder)).toMatchObject({ code: 0 })
      const until = await audit('export', '--to', new Date(Date.now() - 86_400_000).toISOString())
      expect(until).toMatchObject({ code: 0, complained: '' })
      expect(until.said).toContain('{"end":{"entries":0}}')
      const later = new Date(Date.now() + 86_400_000).toISOString()
      expect((await audit('export', '--from', later)).said).toContain('{"end":{"entries":0}}')
    },
  )

  it.runIf(isTriedOn(backing))(
    'verify accepts a copy of the database with the heads of its time, and reports it as cut with later heads',
    {
      timeout: 120_000,
    },
    async () => {
      await signedTo(await stageEntries())
      const then = join(mkdtempSync(join(tmpdir(), 'paydesk-heads-')), 'then.jsonl')
      copyFileSync(stack().deps.config.audit.headFile, then)
      const copied = await copyOf(openBacking(env), env)
      const inCopy = (...args: string[]) =>
        run(at('src/cli/audit.ts'), ['verify', ...args], { ...env, ...copied.env })
      expect(await inCopy('--heads', then)).toMatchObject({ code: 0 })
      const entries = await stageEntries()
      await searchCustomer()
      await signedTo(entries + 1)
      const later = await inCopy()
      expect(later.said).toContain(`FIRST BAD ENTRY: chain stage, entry ${entries + 1}, cut`)
      expect(later.code).toBe(1)
    },
  )

  const wrongUses: readonly (readonly string[])[] = [
    ['verify', '--key', 'x'],
    ['cut', '--before', new Date(Date.now() - 364 * 86_400_000).toISOString()],
    ['export', '--from', 'yesterday'],
    ['verify', '--unknown'],
    ['cut'],
    ['cut', '--before', 'yesterday'],
  ]
  it.runIf(isTriedOn(backing)).each(isFullRun ? wrongUses : wrongUses.slice(0, 2))(
    'reject wrong arguments: %s %s',
    async (...args) => {
      expect(await audit(...args)).toMatchObject({ code: 64, said: '' })
    },
  )

  it.runIf(isTriedOn(backing))(
    'cut removes no event within the retention time',
    {
      timeout: 120_000,
    },
    async () => {
      const old = new Date(Date.now() - 366 * 86_400_000).toISOString()
      await signedTo(await stageEntries())
      expect(await audit('cut', '--before', old)).toMatchObject({ code: 0, complained: '' })
      const entries = await stageEntries()
      const soon = { ...env, PAYDESK_AUDIT_KEEP_DAYS: '1' }
      const dayOld = new Date(Date.now() - 86_400_001).toISOString()
      const none = await run(at('src/cli/audit.ts'), ['cut', '--before', dayOld], soon)
      expect([none.said, none.complained].join('\n')).toContain('0 entries go.')
      const young = await run(at('src/cli/audit.ts'), ['cut', '--before', new Date().toISOString()], soon)
      expect(young).toMatchObject({ code: 64, said: '' })
      expect(young.complained).toContain('PAYDESK_AUDIT_KEEP_DAYS')
      expect(await stageEntries()).toBe(entries)
    },
  )

  it('verify names the event that the database owner changed', async () => {
    const [victim] = (await auditRows(stack())).filter(({ environment }) => environment === 'stage').slice(4)
    const loosen =
      backing === 'embedded' ? 'drop trigger audit_no_update' : 'alter table audit disable trigger user'
    await runSql(stack(), loosen)
    await runSql(stack(), `update audit set actor_subject = 'somebody.else' where seq = ${victim?.seq}`)
    const { code, said } = await audit('verify')
    expect(said).toContain('FIRST BAD ENTRY: chain stage, entry 5, changed')
    expect(code).toBe(1)
  })
})

onEachDatabase('the tables of the audit chains', (stack) => {
  it.each([
    `update audit_links set n = 1`,
    'delete from audit_links',
    `insert into audit_links values ('x', 1, 1, 'x', 'x') on conflict (chain, n) do update set hash = 'x'`,
  ])('reject an accidental change: %s', async (statement) => {
    await stack().as('compliance')
    await runSql(
      stack(),
      `insert into audit_links select 'x', 1, 999, 'x', 'x' where not exists (select 1 from audit_links where chain = 'x')`,
    )
    await expect(runSql(stack(), statement)).rejects.toThrow('append-only')
  })
})
