import { csrfHeader } from '@paydesk/shared/endpoints'
import { requestWithJar } from '../stack/browse.ts'
import type { Visitor } from '../stack/start.ts'

/** Downloads a file as our own pages do, with the CSRF header. */
export async function fileOf(
  visitor: Visitor,
  path: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const headers = { [csrfHeader.name]: csrfHeader.value }
  const response = await requestWithJar(visitor.jar, new URL(path, visitor.origin), {
    method: 'GET',
    headers,
  })
  const bytes = await response.bytes()
  return { status: response.status, headers: response.headers, bytes }
}
