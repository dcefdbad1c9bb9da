/** Result of one check: a sentence for operators with names of variables and fixed words, never with a value. */
export interface InstallationFinding {
  readonly level: 'ok' | 'warning' | 'fault'
  readonly check: string
  readonly text: string
}

export type CheckResult = Omit<InstallationFinding, 'check'>

export const ok = (text: string): CheckResult => ({ level: 'ok', text })
export const warning = (text: string): CheckResult => ({ level: 'warning', text })
export const fault = (text: string): CheckResult => ({ level: 'fault', text })
