export const faultNames = [
  'slow',
  'hang',
  'drip',
  'reset',
  'reset-body',
  '500',
  '502',
  '503',
  '503-empty',
  '429',
  '429-long',
  '429-odd',
  '401',
  '403',
  '400',
  '404',
  'html',
  'no-type',
  'empty',
  '204',
  'null',
  'array',
  'string',
  'malformed',
  'truncated',
  'short-length',
  'long-length',
  'redirect',
  'gzip-bomb',
  'large',
  'deep',
  'wide',
  'long-string',
  'huge-header',
  'wrong-id',
  'wrong-merchant',
  'wrong-rid',
  'unknown-members',
  'duplicate-keys',
  'slicer',
] as const
export type FaultName = (typeof faultNames)[number]

export function isFaultName(text: unknown): text is FaultName {
  return faultNames.some((name) => name === text)
}

export const serviceOperations = [
  'create',
  'state',
  'list',
  'notifications',
  'identity',
  'document',
  'action',
] as const
export type ServiceOperation = (typeof serviceOperations)[number]

export function isOperation(text: unknown): text is ServiceOperation {
  return serviceOperations.some((name) => name === text)
}
