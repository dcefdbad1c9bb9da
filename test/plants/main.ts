import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Plant } from './plant.ts'
import { plants } from './plants.ts'
import { type PlantOutcome, readReport, type TestReport, testsOf } from './report.ts'

/**
 * Plants each bug of `plants.ts` in a run of its own and requires that its test fails by an assertion, and
 * passes without the bug. Exits with 1 if a bug was missed, with 2 if a plant does not fit its files.
 */
const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'test/node_modules/.bin/vitest')
const atOnce = 2
/** Time limit (ms) of a run with a bug; a longer run hangs. */
const longestMs = 300_000
/** Time limit (ms) of a run without a bug, which covers many files. */
const longestBaseMs = 1_200_000

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = plants.filter(({ name }) => values.only === undefined || name.includes(values.only))

/** Returns why a plant cannot be planted, or its test cannot run; null if the plant fits. */
function misfit({ name, file, find, replace, test }: Plant): string | null {
  if (plants.filter((one) => one.name === name).length > 1) return 'another plant has its name'
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) return 'its name is not of small letters and hyphens'
  if (find === replace) return 'it changes nothing'
  if (!existsSync(join(root, test))) return `there is no ${test}`
  if (!existsSync(join(root, file))) return `there is no ${file}`
  const found = readFileSync(join(root, file), 'utf8').split(find).length - 1
  return found === 1 ? null : `${file} holds its passage ${found} times instead of once`
}

interface Run {
  readonly project: string
  readonly files: readonly string[]
  readonly titles: readonly string[]
  readonly plant?: string
}

interface Ran {
  readonly report: TestReport | null
  readonly seconds: number
  /** Last part of the output, for a run without a report. */
  readonly said: string
}

const escaped = (title: string) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

async function run({ project, files, titles, plant }: Run): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-plant-'))
  const file = join(folder, 'report.json')
  const args = ['run', '--project', project, ...files, '--reporter=json', `--outputFile=${file}`]
  if (titles.length > 0) args.push('-t', titles.map(escaped).join('|'))
  const { TEST_PLANT: _, PAYDESK_FULL: __, ...env } = process.env
  const begun = performance.now()
  const child = spawn(vitest, args, {
    cwd: root,
    env: { ...env, ...(plant === undefined ? {} : { TEST_PLANT: plant }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Use a process group, so that a hanging run is killed with everything that it started.
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000)
    })
  const overdue = setTimeout(
    () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
    plant === undefined ? longestBaseMs : longestMs,
  )
  await new Promise((closed) => child.once('close', closed))
  clearTimeout(overdue)
  const report = readReport(file)
  rmSync(folder, { recursive: true, force: true })
  return { report, seconds: (performance.now() - begun) / 1_000, said }
}

/** Runs the works in their order, `atOnce` at a time; returns their results. */
async function inPool<T>(works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const worker = async () => {
    for (let at = next++; at < works.length; at = next++) {
      const work = works[at]
      if (work !== undefined) done[at] = await work()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return done
}

/**
 * Groups the runs without a bug: per project, one for all plants with a title
 * and one for those that need whole files.
 */
function baselines(): Run[] {
  const groups = Map.groupBy(chosen, ({ project, title }) => `${project} ${title === undefined}`)
  return [...groups.values()].map((group) => ({
    project: group[0]?.project ?? '',
    files: [...new Set(group.map(({ test }) => test))],
    titles: [...new Set(group.flatMap(({ title }) => title ?? []))],
  }))
}

/** Returns why the test of a plant proves nothing: it fails without the bug, or does not exist. */
function unfit(plant: Plant, reports: readonly (TestReport | null)[]): string | null {
  const own = reports.flatMap((report) => (report === null ? [] : testsOf(report, plant)))
  if (own.some(({ status }) => status === 'failed')) return 'fails without the bug, too'
  return own.some(({ status }) => status === 'passed') ? null : 'no test of that title passes without the bug'
}

/** Evaluates a run with the bug. */
function outcomeOf(plant: Plant, { report, said }: Ran): PlantOutcome {
  if (report === null) return { caught: false, why: `no report: ${said.trim().split('\n').at(-1) ?? ''}` }
  const [broken] = report.brokenFiles
  if (broken !== undefined) return { caught: false, why: `could not be loaded: ${broken}` }
  const failed = testsOf(report, plant).filter(({ status }) => status === 'failed')
  if (failed.length === 0) return { caught: false, why: 'every test passed' }
  const [first] = failed
  if (failed.some(({ byAssertion }) => byAssertion)) return { caught: true }
  return { caught: false, why: `failed by no assertion: ${first?.message ?? ''}` }
}

const misfits = chosen.flatMap((plant) => {
  const why = misfit(plant)
  return why === null ? [] : [`${plant.name}: ${why}`]
})
for (const line of misfits) console.error(line)
if (misfits.length > 0 || chosen.length === 0) {
  if (chosen.length === 0) console.error(`no plant is named like ${values.only ?? ''}`)
  process.exit(2)
}

const begun = performance.now()
const bases = baselines()
const baseRuns = await inPool(bases.map((base) => () => run(base)))
for (const [at, { report, said }] of baseRuns.entries())
  if (report === null) console.log(`${bases[at]?.project ?? ''} without a bug: ${said}`)
const reports = baseRuns.map(({ report }) => report)

/** Runs the test of a plant with its bug, and prints the row at once: a run that is ended early is not in vain. */
async function runPlant(plant: Plant): Promise<PlantOutcome> {
  const { project, test, title, name, promise } = plant
  const titles = title === undefined ? [] : [title]
  const ran = await run({ project, files: [test], titles, plant: name })
  const why = unfit(plant, reports)
  const outcome = why === null ? outcomeOf(plant, ran) : ({ caught: false, why } as const)
  const seconds = Math.round(ran.seconds)
  const result = outcome.caught ? `caught in ${seconds} s` : `MISSED in ${seconds} s: ${outcome.why}`
  console.log(`${promise} | ${name} | ${test} | ${result}`)
  return outcome
}

console.log('promise | plant | test | result')
const outcomes = await inPool(chosen.map((plant) => () => runPlant(plant)))
const caught = outcomes.filter((outcome) => outcome.caught).length
console.log(`\n${outcomes.length} plants in ${Math.round((performance.now() - begun) / 1_000)} s`)
console.log(`${caught} caught, ${outcomes.length - caught} missed`)
process.exit(caught === outcomes.length ? 0 : 1)
