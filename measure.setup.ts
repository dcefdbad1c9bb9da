import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'
const tick = 0.01
function stat(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const f = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const comm = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    return { pid, comm, ppid: f[1], cpu: (Number(f[11]) + Number(f[12])) * tick, kids: (Number(f[13]) + Number(f[14])) * tick }
  } catch { return null }
}
function pgCpu() {
  const all = readdirSync('/proc').filter((n) => /^\d+$/.test(n)).map(stat).filter((s) => s !== null)
  const master = all.find((s) => s.comm.startsWith('postgres') && s.ppid === String(process.ppid))
  if (!master) return 0
  return master.cpu + master.kids + all.filter((s) => s.ppid === master.pid).reduce((n, s) => n + s.cpu, 0)
}
let before: NodeJS.CpuUsage; let pg = 0; let at = 0
beforeAll(() => { before = process.cpuUsage(); pg = pgCpu(); at = performance.now() })
afterAll(() => {
  const u = process.cpuUsage(before)
  const file = expect.getState().testPath?.split('/').at(-1)
  appendFileSync(process.env.MEASURE ?? '/tmp/acc/measure.txt', `${file} node=${((u.user + u.system) / 1e6).toFixed(1)} pg=${(pgCpu() - pg).toFixed(1)} wall=${((performance.now() - at) / 1e3).toFixed(0)}\n`)
})
