import { readFile, stat } from 'node:fs/promises'
import {
  type MaskingProof,
  type MaskingProofStatus,
  maskingProofSchema,
} from '@paydesk/shared/compliance/field-permissions'

/** Status of the last masking proof, with the proof if it can be read. */
export interface LastMaskingProof {
  readonly status: MaskingProofStatus
  readonly proof: MaskingProof | null
}

export interface MaskingProofReader {
  /** Reads the file if it has changed since the last read; never throws. */
  readLast(): Promise<LastMaskingProof>
}

const maxProofAgeMs = 7 * 86_400_000
/** Limit of clock skew between two machines; a date further ahead is no date of a run. */
const maxClockSkewMs = 3_600_000
const maxFileBytes = 4 * 1_024 * 1_024

function classifyProof(proof: MaskingProof, fingerprint: string, now: number): MaskingProofStatus {
  const age = now - Date.parse(proof.at)
  if (age < -maxClockSkewMs) return 'unreadable'
  if (!proof.passed) return 'failed'
  if (proof.fingerprint !== fingerprint) return 'other'
  return age > maxProofAgeMs ? 'old' : 'passed'
}

async function readProof(file: string): Promise<MaskingProof | null> {
  try {
    return maskingProofSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).data ?? null
  } catch {
    return null
  }
}

/** Reads the version of the file; null if the file is missing, `bytes` is NaN if access is denied. */
async function readFileVersion(
  file: string,
): Promise<{ readonly at: number; readonly bytes: number } | null> {
  try {
    const { mtimeMs, size } = await stat(file)
    return { at: mtimeMs, bytes: size }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? null : { at: 0, bytes: Number.NaN }
  }
}

/** Creates a reader of the masking proof; `fingerprint` is that of the access policy in force. */
export function createMaskingProofReader(
  file: string,
  fingerprint: string,
  now: () => number = Date.now,
): MaskingProofReader {
  let kept: { readonly key: string; readonly proof: MaskingProof | null } | null = null
  return {
    async readLast() {
      const version = await readFileVersion(file)
      if (version === null) return { status: 'never', proof: null }
      const key = `${version.at} ${version.bytes}`
      if (kept?.key !== key) {
        // Skip a file without access: NaN is not smaller than any number.
        const proof = version.bytes <= maxFileBytes ? await readProof(file) : null
        kept = { key, proof }
      }
      const { proof } = kept
      if (proof === null) return { status: 'unreadable', proof: null }
      return { status: classifyProof(proof, fingerprint, now()), proof }
    },
  }
}
