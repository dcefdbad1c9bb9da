import type { AccountName } from './accounts.ts'
import { isAccountName } from './accounts.ts'

/** Target of a request to the payment service, read from its path alone. */
export type RequestTarget =
  | { readonly operation: 'create' }
  | { readonly operation: 'state'; readonly id: string }
  | { readonly operation: 'list'; readonly merchant: string; readonly rid: string }
  | { readonly operation: 'notifications'; readonly id: string }
  | { readonly operation: 'identity'; readonly id: string }
  | { readonly operation: 'document'; readonly path: string }
  | { readonly operation: 'action'; readonly action: 'accept' | 'reject' | 'cancel'; readonly id: string }

export interface RequestPath {
  readonly account: AccountName
  readonly segments: readonly string[]
}

/** Splits a path and decodes each segment exactly once; undefined if it cannot be decoded. */
export function splitRequestPath(rawPath: string): RequestPath | undefined {
  const [path = ''] = rawPath.split('?')
  const [, account, ...rest] = path.split('/')
  if (!isAccountName(account)) return undefined
  try {
    return { account, segments: rest.map((segment) => decodeURIComponent(segment)) }
  } catch {
    return undefined
  }
}

export function targetOf(method: string, segments: readonly string[]): RequestTarget | undefined {
  const [first, second, third, fourth, fifth] = segments
  if (method === 'POST') return postTarget(segments)
  if (method !== 'GET') return undefined
  if (first === 'files' && segments.length >= 2)
    return { operation: 'document', path: `/${segments.join('/')}` }
  if (first !== 'v1' || third === undefined || third === '') return undefined
  if (second === 'authorization' && segments.length === 3) return { operation: 'state', id: third }
  if (second === 'identity' && segments.length === 3) return { operation: 'identity', id: third }
  if (second === 'identity' && fourth === 'documents' && segments.length === 5)
    return { operation: 'document', path: `/${segments.join('/')}` }
  if (second !== 'transaction') return undefined
  if (
    third === 'states' &&
    segments.length === 5 &&
    fourth !== undefined &&
    fifth !== undefined &&
    fifth !== ''
  ) {
    return { operation: 'list', merchant: fourth, rid: fifth }
  }
  return fourth === 'notifications' && segments.length === 4
    ? { operation: 'notifications', id: third }
    : undefined
}

function postTarget(segments: readonly string[]): RequestTarget | undefined {
  const [first, second, third, fourth] = segments
  if (first !== 'v1') return undefined
  if (second === 'authorization' && segments.length === 3 && third === '') return { operation: 'create' }
  if (segments.length !== 4 || third === undefined) return undefined
  if (second === 'tasks' && (fourth === 'accept' || fourth === 'reject'))
    return { operation: 'action', action: fourth, id: third }
  return second === 'transaction' && fourth === 'cancel'
    ? { operation: 'action', action: fourth, id: third }
    : undefined
}
