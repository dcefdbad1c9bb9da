import type { JsonLimits } from './limits.ts'

export type JsonScanFault =
  | 'json_depth'
  | 'json_members'
  | 'json_elements'
  | 'json_string'
  | 'json_number'
  | 'json_values'
  | 'json_syntax'

export type JsonScan =
  | { readonly fault: JsonScanFault }
  | {
      readonly fault: null
      /** Start and end offsets, in turn, of the numbers that a double would not write back as received. */
      readonly inexact: Uint32Array
      /** Set if a forbidden field name may occur in the body. */
      readonly unclean: boolean
    }

const quote = 0x22
const minus = 0x2d
const point = 0x2e
const zero = 0x30
/** Number of digits that always survives the conversion to a double. */
const exactDigits = 15
const specialNames = ['__proto__', 'constructor', 'prototype'].map((name) => Buffer.from(name, 'latin1'))

/**
 * Scans the bytes once before anything is built from them and rejects bodies that are too deep, too wide or
 * too long. Knows hardly any grammar: the parser rejects what is not JSON.
 */
export function scanJson(bytes: Uint8Array, limits: JsonLimits): JsonScan {
  const nesting = countNesting(limits)
  // Use a typed array: pushing to a list costs three times as much for a body full of such numbers.
  let inexact = new Uint32Array(64)
  let found = 0
  let unclean = false
  let text: StringToken | null = null
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0
    if (byte === quote) {
      text = readString(bytes, i + 1)
      if (text.end - text.start > limits.stringBytes) return { fault: 'json_string' }
      i = text.end
    } else if (byte === 0x3a) {
      // Reject a number used as a name: after quoting, the parser would accept it.
      if (text === null) return { fault: 'json_syntax' }
      unclean ||= text.escaped || isSpecial(bytes, text)
    } else if (byte === minus || (byte >= zero && byte <= 0x39)) {
      const number = readNumber(bytes, i)
      if (number.end - i > limits.numberBytes) return { fault: 'json_number' }
      if (!number.exact) {
        if (found === inexact.length) inexact = growArray(inexact)
        inexact[found] = i
        inexact[found + 1] = number.end
        found += 2
      }
      text = null
      i = number.end - 1
    } else {
      const fault = nesting(byte)
      if (fault !== null) return { fault }
    }
  }
  return { fault: null, inexact: inexact.subarray(0, found), unclean }
}

function growArray(full: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(full.length * 2)
  more.set(full)
  return more
}

/** Tracks brackets and commas outside of strings. */
function countNesting(limits: JsonLimits): (byte: number) => JsonScanFault | null {
  const commas = new Int32Array(limits.depth + 1)
  const isObject = new Uint8Array(limits.depth + 1)
  let depth = 0
  let values = 1
  return (byte) => {
    if (byte === 0x2c) {
      const seen = (commas[depth] ?? 0) + 1
      commas[depth] = seen
      values += 1
      if (isObject[depth] === 1 && seen >= limits.members) return 'json_members'
      if (isObject[depth] === 0 && seen >= limits.elements) return 'json_elements'
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1
      values += 1
      if (depth > limits.depth) return 'json_depth'
      commas[depth] = 0
      isObject[depth] = byte === 0x7b ? 1 : 0
    } else if ((byte === 0x7d || byte === 0x5d) && depth > 0) {
      depth -= 1
    }
    return values > limits.values ? 'json_values' : null
  }
}

type StringToken = {
  readonly start: number
  /** Offset of the closing quote, or the end of the bytes. */
  readonly end: number
  readonly escaped: boolean
}

function readString(bytes: Uint8Array, start: number): StringToken {
  let escaped = false
  let i = start
  for (; i < bytes.length && bytes[i] !== quote; i += 1) {
    if (bytes[i] !== 0x5c) continue
    escaped = true
    i += 1
  }
  return { start, end: i, escaped }
}

function readNumber(bytes: Uint8Array, start: number): { readonly end: number; readonly exact: boolean } {
  let pointAt = 0
  let odd = false
  let i = start + 1
  for (; i < bytes.length; i += 1) {
    const byte = bytes[i] ?? 0
    if (byte >= zero && byte <= 0x39) continue
    if (byte === point && pointAt === 0) pointAt = i
    else if (byte === point || byte === minus || byte === 0x2b || (byte | 0x20) === 0x65) odd = true
    else break
  }
  const first = bytes[start] === minus ? start + 1 : start
  // Keep the text of -0 (loses its sign), 1.10 (loses its zero) and 0.0000001 (comes back with an exponent).
  if (pointAt > 0) odd ||= bytes[i - 1] === zero || (bytes[first] === zero && i - pointAt > 6)
  else odd ||= first > start && bytes[first] === zero
  return { end: i, exact: !odd && i - start <= exactDigits }
}

function isSpecial(bytes: Uint8Array, text: StringToken): boolean {
  const length = text.end - text.start
  return specialNames.some(
    (name) => name.length === length && name.every((byte, i) => bytes[text.start + i] === byte),
  )
}
